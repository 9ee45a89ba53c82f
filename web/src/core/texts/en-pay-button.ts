/** Texts of the pay button on pages of merchants, in English. */
export const payButtonTexts = {
  payNow: 'Pay now',
  dialog: 'Payment',
  frame: 'Payment page',
  loading: 'Loading …',
  close: 'Close',
  openInTab: 'Open in a new tab',
  notShown: 'The payment page cannot be shown here.',
  /** When an order is refused without a message. */
  refused: (status: number) => `The order was refused (${status}).`,
}
