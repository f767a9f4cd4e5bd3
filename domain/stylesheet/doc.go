// Package stylesheet holds the style sheets of a document, and finds those that they import (CSS Cascade 5, section 2).
package stylesheet
