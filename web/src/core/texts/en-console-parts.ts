/** Texts of the parts that every screen of the console uses. */
export const consolePartsTexts = {
  table: {
    chooseAll: 'Choose all',
    choose: (name: string) => `Choose ${name}`,
  },
  chips: {
    label: 'Filters',
    add: 'Add a filter',
    filter: 'Filter',
    clear: 'Clear filters',
    remove: (name: string, value: string) => `Remove the filter ${name} ${value}`,
  },
  copy: {
    copied: 'Copied',
    failed: 'The browser did not allow copying. Select the text, then copy it.',
  },
  toast: { label: 'Messages', close: 'Close the message' },
  plot: { table: 'Show as table' },
  range: {
    label: 'Date',
    words: {
      today: 'Today',
      yesterday: 'Yesterday',
      week: 'This week',
      month: 'This month',
      last_month: 'Last month',
      quarter: 'This quarter',
      last_quarter: 'Last quarter',
      year: 'This year',
      '30d': 'Last 30 days',
    },
    all: 'All time',
    custom: 'Custom',
    customTitle: 'Choose the days',
    zone: (zone: string) => `Days of the shop, ${zone}`,
    previous: 'Previous month',
    next: 'Next month',
    apply: 'Apply',
    cancel: 'Cancel',
    between: (first: string, last: string) => `${first} to ${last}`,
  },
  day: { today: 'Today', yesterday: 'Yesterday' },
}
