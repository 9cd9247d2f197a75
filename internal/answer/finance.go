package answer

import (
	"regexp"
	"strings"
)

// figures are key figures that reports seldom name and readers work out, with the line items that they are worked out
// from: whoever asks for one has to be shown those lines of the statements. The definitions are the usual ones of
// financial analysis.
var figures = []struct {
	named *regexp.Regexp
	lines string
}{
	{figure(`current ratio|working capital`), "balance sheet total current assets total current liabilities"},
	{figure(`quick ratio|acid[- ]test`), "balance sheet cash and equivalents short-term investments accounts receivable total current liabilities"},
	{figure(`cash ratio`), "balance sheet cash and equivalents short-term investments total current liabilities"},
	{figure(`inventory turnover|days (of )?inventory|dio`), "inventories cost of sales consolidated statements of income operations earnings balance sheets"},
	{figure(`receivables?( \w+)? turnover|days sales outstanding|dso`), "accounts receivable net revenues consolidated statements of income operations earnings balance sheets"},
	{figure(`payables?( \w+)? turnover|days payable|dpo`), "accounts payable cost of sales inventories consolidated statements of income operations earnings balance sheets"},
	{figure(`cash conversion cycle`), "inventories accounts receivable accounts payable cost of sales revenues balance sheets statements of income"},
	{figure(`gross margins?|gross profit margin`), "consolidated statements of income operations earnings net sales cost of sales gross profit"},
	{figure(`operating margins?|operating profit margin`), "consolidated statements of income operations earnings total revenue total operating expenses operating income"},
	{figure(`(net|profit) margins?|net profit margin`), "consolidated statements of income operations earnings revenues net income"},
	{figure(`ebitda( margin)?`), "consolidated statements of income operations earnings operating income depreciation and amortization"},
	{figure(`free cash ?flows?`), "statements of cash flows net cash provided by operating activities purchases of property and equipment"},
	{figure(`capital intensity|capex`), "purchases of property plant and equipment capital expenditures revenues total assets"},
	{figure(`effective tax rate`), "income tax expense earnings before income taxes effective tax rate"},
	{figure(`debt[- ]to[- ]equity|leverage ratio|gearing`), "balance sheet total debt long-term debt total shareholders' equity"},
	{figure(`interest coverage`), "consolidated statements of income operations earnings operating income interest expense"},
	{figure(`return on (assets|equity)|ro[ae]`), "net income total assets total shareholders' equity"},
	{figure(`dividend payout|payout ratio`), "dividends paid net income statements of cash flows"},
	{figure(`asset turnover`), "revenues total assets property plant and equipment net"},
}

func figure(names string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b(` + names + `)\b`) }

// statements are the line items of the key figures that a question names; "" when it names none.
func statements(question string) string {
	var lines []string
	for _, f := range figures {
		if f.named.MatchString(question) {
			lines = append(lines, f.lines)
		}
	}
	return strings.Join(lines, " ")
}
