import Text

/// The style sheet of a report's page: light and dark, for screens from 360 pixels on and for paper.
enum ReportStyle {
  static let sheet: HTML = """
    :root { --ink: #1f2328; --faint: #59636e; --paper: #fff; --line: #d1d9e0; --panel: #f6f8fa;
      --consumed: #0969da; --unknown: #bc4c00; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #e6edf3; --faint: #9198a1; --paper: #0d1117; --line: #3d444d; --panel: #151b23;
        --consumed: #4493f8; --unknown: #f0883e; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    :lang(ko) { word-break: keep-all; }
    h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
    h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; }
    p { margin: .5rem 0; }
    dl { margin: 0; padding: .75rem 1rem; background: var(--panel); border-radius: .5rem; }
    dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; }
    dt { flex: 0 0 10rem; color: var(--faint); }
    dd { flex: 1 1 12rem; margin: 0; }
    a { color: inherit; }
    .notice { margin: 1rem 0; padding: .75rem 1rem; border-left: .25rem solid var(--line);
      background: var(--panel); }
    .warning { border-color: var(--unknown); }
    figure { margin: 1rem 0; }
    figcaption { color: var(--faint); font-size: .875rem; }
    svg { display: block; overflow: visible; fill: var(--faint); font-size: .8125rem; }
    .columns { width: calc(100% - 3.5rem); margin-left: 3.5rem; }
    line { stroke: var(--line); }
    text.number { text-anchor: end; }
    text.middle { text-anchor: middle; }
    rect.consumed { fill: var(--consumed); }
    rect.unknown { fill: var(--paper); stroke: var(--unknown); stroke-width: 2; }
    .key { display: inline-block; width: .75rem; height: .75rem; margin: 0 .35rem 0 .75rem;
      border: 2px solid var(--unknown); }
    .key.consumed { margin-left: 0; border: .375rem solid var(--consumed); }
    table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: right;
      vertical-align: top; font-weight: normal; font-variant-numeric: tabular-nums; }
    thead th { color: var(--faint); font-size: .8125rem; vertical-align: bottom; }
    thead th { overflow-wrap: break-word; word-break: keep-all; }
    tbody td, time, b { white-space: nowrap; }
    .payment td, [colspan], .sums, small { white-space: normal; }
    .sums div { display: inline-block; margin-left: 1rem; white-space: nowrap; }
    small { display: block; }
    b { font-weight: normal; font-family: ui-monospace, monospace; font-size: .875em; }
    th:first-child, .payment > *, [colspan] { text-align: left; }
    #unknown ~ table th { text-align: left; }
    .payment > * { border-bottom: 0; }
    code { display: block; margin-bottom: .35rem; padding: .25rem .5rem; background: var(--panel);
      border-radius: .25rem; font: .8125rem/1.5 ui-monospace, monospace; user-select: all; }
    details { margin-top: 1rem; }
    @media (max-width: 30rem) {
      table { font-size: .8125rem; }
      th, td { padding: .3rem .25rem; }
      .sums { width: 45%; }
      .sums div { display: block; margin: 0; white-space: normal; }
      dt { flex-basis: 100%; font-size: .8125rem; }
    }
    @media print {
      body { max-width: none; padding: 0; }
      h2, figcaption, thead, .payment { break-after: avoid; }
      figure, tr { break-inside: avoid; }
      details:not([open]) { display: none; }
      .notice, dl, code { border: 1px solid var(--line); }
    }
    """
}
