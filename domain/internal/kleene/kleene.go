package kleene

// Truth is a value of the logic of conditional rules, in which a condition may be unknown (Media Queries 4, section
// 3.1). A rule applies only if its condition is true.
type Truth int8

// The three truth values.
const (
	Unknown Truth = iota
	False
	True
)

// Of returns the truth value of a bool.
func Of(holds bool) Truth {
	if holds {
		return True
	}
	return False
}

// Not is the negation; that of Unknown is Unknown.
func (t Truth) Not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Unknown
}

// And is False if one of the two is, and True if both are.
func (t Truth) And(other Truth) Truth {
	switch {
	case t == False || other == False:
		return False
	case t == True && other == True:
		return True
	}
	return Unknown
}

// Or is True if one of the two is, and False if both are.
func (t Truth) Or(other Truth) Truth { return t.Not().And(other.Not()).Not() }
