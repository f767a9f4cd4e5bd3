package cssvalue

import "math"

// functions are the math functions of CSS Values 4, section 10, that are computed here.
var functions = map[string]func(arguments []quantity) (quantity, bool){
	"calc(":  one(func(a quantity) (quantity, bool) { return a, true }),
	"abs(":   one(func(a quantity) (quantity, bool) { a.number = math.Abs(a.number); return a, true }),
	"sign(":  one(func(a quantity) (quantity, bool) { return quantity{number: sign(a.number)}, true }),
	"min(":   alike(1, math.MaxInt, math.Min),
	"max(":   alike(1, math.MaxInt, math.Max),
	"hypot(": alike(2, math.MaxInt, math.Hypot),
	"rem(":   alike(2, 2, math.Mod),
	"mod(":   alike(2, 2, func(a, b float64) float64 { return a - b*math.Floor(a/b) }),
	"round(": rounded(func(x float64) float64 { return math.Floor(x + 0.5) }),
	"up,":    rounded(math.Ceil), "down,": rounded(math.Floor), "to-zero,": rounded(math.Trunc),
	"pow(": func(a []quantity) (quantity, bool) {
		if len(a) != 2 || !a[0].sameType(quantity{}) || !a[1].sameType(quantity{}) {
			return quantity{}, false
		}
		return quantity{number: math.Pow(a[0].number, a[1].number)}, true
	},
	"atan2(": func(a []quantity) (quantity, bool) {
		if len(a) != 2 || !a[0].sameType(a[1]) {
			return quantity{}, false
		}
		return quantity{number: math.Atan2(a[0].number, a[1].number), angle: 1}, true
	},
	"asin(": inverse(math.Asin), "acos(": inverse(math.Acos), "atan(": inverse(math.Atan),
	"clamp(": func(a []quantity) (quantity, bool) {
		if len(a) != 3 || !a[0].sameType(a[1]) || !a[0].sameType(a[2]) {
			return quantity{}, false
		}
		a[0].number = max(a[0].number, min(a[1].number, a[2].number))
		return a[0], true
	},
	"sqrt(": number(math.Sqrt), "exp(": number(math.Exp), "log(": number(math.Log),
	"sin(": angle(math.Sin), "cos(": angle(math.Cos), "tan(": angle(math.Tan),
}

func sign(number float64) float64 {
	switch {
	case number > 0:
		return 1
	case number < 0:
		return -1
	}
	return number
}

func one(compute func(quantity) (quantity, bool)) func([]quantity) (quantity, bool) {
	return func(a []quantity) (quantity, bool) {
		if len(a) != 1 {
			return quantity{}, false
		}
		return compute(a[0])
	}
}

// number is a function of a number without a unit.
func number(compute func(float64) float64) func([]quantity) (quantity, bool) {
	return one(func(a quantity) (quantity, bool) {
		return quantity{number: compute(a.number)}, a.sameType(quantity{})
	})
}

// angle is a function of an angle, or of a number of radians.
func angle(compute func(float64) float64) func([]quantity) (quantity, bool) {
	return one(func(a quantity) (quantity, bool) {
		return quantity{number: compute(a.number)}, a.length == 0 && (a.angle == 0 || a.angle == 1)
	})
}

// inverse is a function of a number that gives an angle.
func inverse(compute func(float64) float64) func([]quantity) (quantity, bool) {
	return one(func(a quantity) (quantity, bool) {
		return quantity{number: compute(a.number), angle: 1}, a.sameType(quantity{})
	})
}

// rounded is round() with a strategy.
func rounded(strategy func(float64) float64) func([]quantity) (quantity, bool) {
	return alike(2, 2, func(a, b float64) float64 { return b * strategy(a/b) })
}

// alike is a function of some arguments of one type, which is the type of the result.
func alike(least, most int, join func(a, b float64) float64) func([]quantity) (quantity, bool) {
	return func(a []quantity) (quantity, bool) {
		if len(a) < least || len(a) > most {
			return quantity{}, false
		}
		result := a[0]
		for _, argument := range a[1:] {
			if !argument.sameType(result) {
				return quantity{}, false
			}
			result.number = join(result.number, argument.number)
		}
		return result, true
	}
}
