"""Writes a package description that has only the targets of the simulated world."""

import re
import sys

text = open(sys.argv[1]).read()
head, rest = text.split("  targets: [\n", 1)
body, _ = rest.split("\n  ]\n)", 1)
targets = re.split(r"(?m)^(?=    \.\w+\()", body)
wanted = {"World", "simulate"}
known = {}
for target in targets:
    name = re.search(r'name: "([\w-]+)"', target)
    if name:
        known[name.group(1)] = target
todo = list(wanted)
while todo:
    for name in re.findall(r'"([\w-]+)"', known[todo.pop()]):
        if name in known and name not in wanted:
            wanted.add(name)
            todo.append(name)
kept = "".join(target.rstrip() + "\n" for name, target in known.items() if name in wanted)
head = re.sub(r"  products: .*\n", "", head)
print(head + "  targets: [\n" + kept + "  ]\n)")
