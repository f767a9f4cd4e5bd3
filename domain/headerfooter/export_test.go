package headerfooter

// ParseCost returns the bound of the work of parsing a text.
func ParseCost(text string) int {
	cost, _ := parseCost(text)
	return cost
}
