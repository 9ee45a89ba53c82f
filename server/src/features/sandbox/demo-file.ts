import { renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFields } from '../../lib/fields/read-fields.js'
import { checksumAddress } from '../../lib/hex.js'
import {
  paymentGateway,
  spendPermissionManager,
  splitFactory,
  subscriptionCharger,
} from '../../platform/chain/contracts.js'
import { listTokens } from '../../platform/chain/tokens.js'
import type { Config } from '../../platform/config/config.js'
import { demoBuyer } from './demo-wallets.js'
import type { Demo, DemoMerchant } from './seed-demo.js'

type DataDir = Pick<Config, 'dataDir'>

export function demoFileOf({ dataDir }: DataDir): string {
  return join(dataDir, 'demo.json')
}

/** Returns the demo key of the running sandbox, or null before `demo.json` is written. */
export async function findDemoKey(config: DataDir): Promise<string | null> {
  try {
    const content: unknown = JSON.parse(await readFile(demoFileOf(config), 'utf8'))
    const key = isFields(content) ? content['apiKey'] : null
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}

/** Writes `demo.json` atomically. Examples and checks read it to find the running sandbox. */
export function writeDemoFile(config: Config, demo: Demo): void {
  const path = demoFileOf(config)
  const temporaryPath = `${path}.${process.pid}`
  const content = {
    baseUrl: config.baseUrl,
    ...describe(demo),
    buyerPrivateKey: demoBuyer.privateKey,
    cronSecret: config.cronSecret,
    planId: demo.planId,
    chain: describeChain(config, demo),
    otherMerchant: describe(demo.other),
  }
  writeFileSync(temporaryPath, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporaryPath, path)
}

function describe({ wallet, apiKey, shopSlug }: DemoMerchant) {
  return {
    apiKey,
    merchantWallet: checksumAddress(wallet.address),
    merchantPrivateKey: wallet.privateKey,
    shopSlug,
  }
}

/** Returns null without a chain; then nothing can be paid. */
function describeChain({ chainRpcUrl, chainId }: Config, { split }: Demo) {
  const rpcUrl = chainRpcUrl?.[0]
  if (rpcUrl === undefined) return null
  const addresses = Object.fromEntries(
    listTokens(chainId).map(({ symbol, address }) => [
      symbol.toLowerCase(),
      checksumAddress(address),
    ]),
  )
  return {
    rpcUrl,
    chainId,
    ...addresses,
    split: checksumAddress(split),
    splitFactory: checksumAddress(splitFactory.address),
    gateway: checksumAddress(paymentGateway.address),
    spendPermissionManager: checksumAddress(spendPermissionManager.address),
    subscriptionCharger: checksumAddress(subscriptionCharger.address),
  }
}
