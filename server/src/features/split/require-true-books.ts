import { AppError } from '../../lib/errors.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { Chain } from '../../platform/chain/chain.js'
import { merchantSplitAbi } from '../../platform/chain/generated/merchant-split.js'
import { testUsdcAbi } from '../../platform/chain/generated/test-usdc.js'
import { listTokens } from '../../platform/chain/tokens.js'
import { shareOut } from './share-out.js'
import type { GivenRecipient } from './split.js'

const nativeCoin = parseAddress(`0x${'0'.repeat(40)}`) as Address

type Books = { received: BaseUnits; totalReleased: bigint; released: bigint[] }

/**
 * Passes when what a split says it has paid out could be true, of every asset that payments are made in. Its code
 * may be ours and its memory not: whoever put it there without our factory may have written into it that somebody
 * was paid long ago, who then gets nothing.
 *
 * @throws {AppError} `invalid_input`; anything else when the chain cannot be asked.
 */
export async function requireTrueBooks(
  chain: Chain,
  split: { address: Address; chainId: number; recipients: readonly GivenRecipient[] },
): Promise<void> {
  const { address, chainId, recipients } = split
  const accounts = recipients.map((one) => one.address)
  const shares = recipients.map((one) => one.sharesBps)
  for (const asset of [nativeCoin, ...listTokens(chainId).map((token) => token.address)]) {
    if (isTrue(await readBooks(chain, { address, asset, accounts }), shares)) continue
    throw new AppError(
      'invalid_input',
      'The contract at address says it has paid out what it cannot have; leave address out and we deploy one for you',
    )
  }
}

function isTrue({ received, totalReleased, released }: Books, shares: readonly number[]): boolean {
  const due = shareOut(received, shares)
  const sum = released.reduce((total, amount) => total + amount, 0n)
  return sum === totalReleased && released.every((amount, index) => amount <= (due[index] ?? 0n))
}

async function readBooks(
  chain: Chain,
  { address, asset, accounts }: { address: Address; asset: Address; accounts: readonly Address[] },
): Promise<Books> {
  const split = { address, abi: merchantSplitAbi } as const
  const [balance, totalReleased, released] = await Promise.all([
    balanceOf(chain, { asset, address }),
    chain.readContract({ ...split, functionName: 'totalReleased', args: [asset] }),
    Promise.all(
      accounts.map((account) =>
        chain.readContract({ ...split, functionName: 'released', args: [asset, account] }),
      ),
    ),
  ])
  return { received: baseUnits(balance + totalReleased), totalReleased, released }
}

function balanceOf(
  chain: Chain,
  { asset, address }: { asset: Address; address: Address },
): Promise<bigint> {
  if (asset === nativeCoin) return chain.getBalance(address)
  const token = { address: asset, abi: testUsdcAbi } as const
  return chain.readContract({ ...token, functionName: 'balanceOf', args: [address] })
}
