/** Texts of changes to many items. */
export const bulkTexts = {
  label: 'Selected items',
  select: 'Select',
  selected: (count: string) => `${count} selected`,
  edit: 'Edit',
  clear: 'Clear the selection',
  title: (count: string, isOne: boolean) => (isOne ? 'Edit 1 item' : `Edit ${count} items`),
  text: 'Fill in what is to change. Empty fields stay as they are.',
  keep: 'As it is',
  fields: {
    priceUsd: 'Dollar price',
    priceEur: 'Euro price',
    category: 'Category',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    lowStockQty: 'Warn at or below',
    active: 'Status',
  },
  priceHint: 'Such as 12.50, +10% or -5%.',
  priceProblem: 'Enter a price such as 12.50, or a difference such as +10%.',
  save: (count: string, isOne: boolean) => (isOne ? 'Change 1 item' : `Change ${count} items`),
  saving: 'Saving the changes',
  progress: (done: string, total: string) => `${done} of ${total}`,
  cancel: 'Cancel',
  saved: (count: string, isOne: boolean) =>
    isOne ? '1 item is changed' : `${count} items are changed`,
  undone: (count: string) => `${count} items are as before`,
  partlyUndone: (count: string, total: string) =>
    `${count} of ${total} items are as before. The others were changed since.`,
  deleted: (count: string, isOne: boolean) =>
    isOne ? '1 item is deleted' : `${count} items are deleted`,
  deleteTitle: (count: string, isOne: boolean) =>
    isOne ? 'Delete 1 item?' : `Delete ${count} items?`,
}
