package content

import (
	"slices"

	"platen/adapters/pdf/object"
)

// Paint is what paths are filled with, and text is.
type Paint struct {
	// Colour is in sRGB, from 0 to 1.
	Colour [3]float64
	// Alpha is how opaque it is, with the groups around it, and Groups how opaque these are.
	Alpha, Groups float64
	// Mixed: it is a pattern, or in another colour space than gray, RGB or CMYK, or under a mask or a blend mode.
	Mixed bool
}

// colours are the part of the graphics state that sets a Paint (ISO 32000-1, 8.6, 11.3.5 and 11.6.4).
type colours struct {
	fill           [3]float64
	alpha, outer   float64 // outer is that of the groups around
	space, blended bool    // reports that the colour space is another one, or that what is painted is blended
}

func (c colours) paint() Paint {
	return Paint{c.fill, c.alpha * c.outer, c.outer, c.space || c.blended}
}

// simpleSpaces are the colour spaces whose components are gray, RGB or CMYK.
var simpleSpaces = []object.Name{"DeviceGray", "DeviceRGB", "DeviceCMYK", "CalGray", "CalRGB", "ICCBased"}

// setColour follows an operator that sets the colour of fills.
func (c *colours) setColour(f *object.File, o Operation, resources object.Dict) {
	v := o.Numbers()
	switch o.Operator {
	case "g", "rg", "k":
		c.space = false
		c.set(len(o.Operands), v)
	case "sc", "scn":
		c.set(len(o.Operands), v)
	case "cs":
		space := f.Get(o.Name(0))
		if named := f.Dict(resources["ColorSpace"])[o.Name(0)]; named != nil {
			space = f.Get(named)
		}
		if several, is := space.(object.Array); is && len(several) > 0 {
			space = f.Get(several[0])
		}
		name, _ := space.(object.Name)
		c.fill, c.space = [3]float64{}, !slices.Contains(simpleSpaces, name)
	}
}

// set sets the components.
func (c *colours) set(count int, v [6]float64) {
	switch count {
	case 1:
		c.fill = [3]float64{v[0], v[0], v[0]}
	case 3:
		c.fill = [3]float64{v[0], v[1], v[2]}
	case 4:
		for i := range c.fill {
			c.fill[i] = (1 - v[i]) * (1 - v[3])
		}
	}
}
