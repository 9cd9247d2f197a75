package answer

import "quire/internal/pattern"

// The words by which a question asks for an overview, in the languages that most questions come in. They are grammar:
// the subject of a question is never among them.
var (
	// overviews matches a request for a summary: "Summarise the report", "Worum geht es?"
	overviews = pattern.New(`(?i)\b(summari[sz](e|ing)|summary|sum up|outline|overview|key points|main points|table of contents|` +
		`worum geht|zusammenfass(ung|en)|fasse?[^?.]{0,80} zusammen|gliederung|inhaltsverzeichnis)\b|[üÜ]bersicht|[üÜ]berblick`)
	// aboutWhat matches a question for what something is about, and captures the something.
	aboutWhat = pattern.New(`(?i)\bwhat (?:is|are) ([^?]{0,60})\babout\W*$`)
	// enumerating matches a request for several things: "List the sections", "What are the main risks?"
	enumerating = pattern.New(`(?i)\b(list|enumerate|name|what are|which|what|liste|nenne|welche|was sind)\b`)
	// salient matches a request for the most important ones.
	salient = pattern.New(`(?i)\b(main|key|major|most important|principal|wichtigsten?|wesentlichen?)\b`)
	// parts matches the parts of a document that have headings.
	parts = pattern.New(`(?i)\b(sections?|chapters?|parts?|headings?|contents|kapitel|abschnitte?|teile?)\b|[üÜ]berschriften`)
	// partOrdinal matches a part named by its position: "the last chapter".
	partOrdinal = pattern.New(`(?i)\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|ersten?|zweiten?|dritten?|` +
		`vierten?|fünften?|letzten?)\s+(?:chapter|section|part|kapitel|abschnitt|teil)\b`)
	// partOn matches a part named by its subject: "the section on safety".
	partOn = pattern.New(`(?i)\b(?:sections?|chapters?|parts?|kapitel|abschnitt|teil)\s+(?:on|about|titled|called|named|headed|über|zu[mr]?)\s+([^?!.,;]{2,200})`)
	// works matches further words for a document.
	works = pattern.New(`(?i)\b(reports?|(?:white )?papers?|articles?|books?|texts?|manuals?|guides?|handbooks?|agreements?|contracts?|stud(?:y|ies)|thes[ie]s|presentations?|slides|` +
		`it|this|that|berichte?s?|texte?s?|artikels?|handb(?:uchs?|ücher)|anleitung(?:en)?|vertr(?:ags?|äge)|studien?|präsentation(?:en)?)\b`)
	// describedWork matches the word that says which document is meant: "the inspection report".
	describedWork = pattern.New(`(?i)(\pL+)\s+(?:reports?|papers?|articles?|books?|documents?|files?|manuals?|guides?|handbooks?|agreements?|contracts?|study|thesis|presentation|slides)\b`)
	// polite matches the words around a request that say nothing.
	polite = pattern.New(`(?i)\b(please|can you|could you|tell|give|show|me|us|short|brief|briefly|quick|does|have|has|are there|mentioned|` +
		`discussed|described|listed|bitte|kurze?|gib|mir|gibt|hat|es)\b`)
)
