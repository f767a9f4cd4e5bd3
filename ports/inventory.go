package ports

import "platen/domain"

// InventoryReader reads the fonts and links of a PDF. A hostile PDF takes bounded time and memory, and results in an error. Safe for
// concurrent use.
type InventoryReader interface {
	Inventory(pdf []byte) (domain.Inventory, error)
}
