// The editor for Python: CodeMirror, which its vendored script leaves in the global of that name.

const INDENT = "    ";

// change(text) is called at each change, run() at Ctrl+Enter. Tab indents; after Escape it leads on, as CodeMirror has it.
export function editor(parent, { text, label, change, run }) {
  const { EditorView, EditorState, keymap, ...cm } = window.CodeMirror;
  const keys = [{ key: "Mod-Enter", run: () => { run(); return true; } }, cm.indentWithTab, ...cm.defaultKeymap, ...cm.historyKeymap];
  const extensions = [
    cm.lineNumbers(),
    cm.highlightSpecialChars(),
    cm.history(),
    cm.bracketMatching(),
    cm.indentOnInput(),
    cm.indentUnit.of(INDENT),
    EditorState.tabSize.of(INDENT.length),
    cm.pythonLanguage,
    cm.syntaxHighlighting(cm.classHighlighter),
    keymap.of(keys),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of((update) => { if (update.docChanged) change(update.state.doc.toString()); }),
  ];
  return new EditorView({ doc: text, extensions, parent });
}

// Put another text in the place of all that is there; the editor can undo it.
export function replace(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
