/// Takes the next connection, which no program that is started inherits, not even for a moment.
/// glibc shows the function for it to C alone. Returns -1 with errno set.
int iapctl_accept(int listener);
