import { type Address, knownAddress } from '../../lib/hex.js'
import { sandboxMerchants } from '../../platform/config/sandbox-secrets.js'

/** A wallet with a public private key, for sandboxes only. */
export type DemoWallet = { address: Address; privateKey: `0x${string}` }

/** The merchant of the examples. */
export const demoMerchant = demoWallet(
  sandboxMerchants.demo,
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

/** The buyer of the examples. */
export const demoBuyer = demoWallet(
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
)

/** A second merchant, to verify that merchants are isolated from each other. */
export const otherMerchant = demoWallet(
  sandboxMerchants.other,
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
)

function demoWallet(address: string, privateKey: `0x${string}`): DemoWallet {
  return { address: knownAddress(address), privateKey }
}
