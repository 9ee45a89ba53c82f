/** The facts that the page needs from the server. Its script reads the register from the address. */
export type PosView = {
  screen: 'register' | 'display' | 'tag'
  mode: 'sandbox' | 'live'
}
