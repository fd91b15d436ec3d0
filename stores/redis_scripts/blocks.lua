-- Read blocks with all that lies under them. ARGV: names
return gather(ARGV)
