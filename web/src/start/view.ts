/** The facts that the start page shows. */
export type StartView = {
  isDegraded: boolean
  baseUrl: string
  version: string
  network: string
  chainId: number
  /** Whether visitors may open the list of shops. */
  hasShops: boolean
  /** Null in live mode: anyone may open the page. */
  sandbox: { dataDir: string; demoFile: string; demoKey: string | null } | null
}
