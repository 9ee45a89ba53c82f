/** The facts about the service that the console needs before its first request. */
export type ConsoleView = {
  mode: 'sandbox' | 'live'
  chainId: number
  version: string
}
