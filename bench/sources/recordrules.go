package main

// recordRules decide about short tables and what surrounds them, tagged tables, leaders, labels and the size of type.
var recordRules = []rule{
	{file: "table/fewrecords.go", name: "FewRecords", answer: "nil;runs"},
	{file: "table/headruled.go", name: "isLoneRecord", answer: "false"},
	{file: "table/headruled.go", name: "aboveCrossing", answer: "rows"},
	{file: "table/headruled.go", name: "topOfHeader", answer: "0"},
	{file: "columns.go", name: "farBlock", answer: "false"},
	{file: "panels.go", name: "rowsFill", answer: "false"},
	{file: "ink/stroked.go", name: "EmboldenStroked", answer: nothing},
	{file: "text/leaders.go", name: "JoinLeaders", answer: "words"},
	{file: "tree/celltables.go", name: "nestingOf", answer: "nesting(row, 0)"},
	{file: "tree/celltables.go", name: "holdsData", answer: "false"},
	{file: "text/leading.go", name: "widerLeading", answer: "nil"},
	{file: "text/labels.go", name: "beginsEntry", answer: "false"},
	{file: "text/runs.go", name: "isScriptSize", answer: "size <= scriptSize*host"},
	{file: "document/furniture.go", name: "bandOf", answer: "ink.EdgeBand * p.Height"},
}
