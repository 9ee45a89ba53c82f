/** Texts of the parts that several settings screens share. */
export const panelTexts = {
  docs: 'Docs',
  cancel: 'Cancel',
  close: 'Close',
  more: 'Show more',
  actions: 'Actions',
  never: 'Never',
  none: '—',
  failed: (problem: string) => problem,
  copyId: 'Copy the correlation id',
  shownOnce: 'It is shown once. Copy it now and keep it like a password.',
  copyNamed: (name: string) => `Copy ${name}`,
  done: 'I have stored it',
  conflict: {
    text: 'Nothing that you typed is lost.',
    field: 'Field',
    before: 'Before',
    theirs: 'Now',
    mine: 'Yours',
    keep: 'Keep theirs',
    save: 'Save mine',
  },
}
