/** The facts that the page needs from the server. The invitation itself is in the link. */
export type JoinView = {
  mode: 'sandbox' | 'live'
  /** Part of the message that a wallet signs. */
  chainId: number
}
