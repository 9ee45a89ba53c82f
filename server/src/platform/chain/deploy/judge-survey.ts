import { checksumAddress } from '../../../lib/hex.js'
import { deployer } from '../contracts.js'
import { formatCoin } from './format-coin.js'
import type { Survey } from './survey-deployment.js'

/** Who has to be given coins so that anybody can put the CREATE2 deployer on a chain: nobody has its key. */
const deployerMaker = '0x3fAB184622Dc19b6109349B94811493BF45362e8'

/** Why the contracts cannot be put there, each in words that say what to do; none when they can be, or all are there. */
export function judgeSurvey(survey: Survey): string[] {
  const wrong = survey.steps.flatMap(({ contract: { name, address }, ...step }) =>
    step.kind === 'wrong' ? [`${name} at ${checksumAddress(address)} ${step.problem}.`] : [],
  )
  return [...survey.mismatches, ...wrong, ...obstacles(survey)]
}

function obstacles(survey: Survey): string[] {
  const isDone = survey.steps.every(({ kind }) => kind === 'there' || kind === 'wrong')
  if (isDone) return []
  if (!survey.hasDeployer) return [aboutDeployer()]

  const failing = survey.steps.flatMap(({ contract, ...step }) =>
    step.kind === 'impossible' ? [`${contract.name} cannot be deployed: ${step.reason}.`] : [],
  )
  return [...failing, ...aboutBalance(survey), ...aboutQueue(survey)]
}

function aboutDeployer(): string {
  return [
    `There is no CREATE2 deployer at ${checksumAddress(deployer)} on this chain, and without it our contracts would`,
    'have other addresses. Anybody can put it there, once: send 0.01 coins to',
    `${deployerMaker}, then broadcast the signed transaction that is published at`,
    'https://github.com/Arachnid/deterministic-deployment-proxy. Some chains want it from their operators.',
  ].join(' ')
}

function aboutBalance({ chainId, wallet, balance, steps }: Survey): string[] {
  const cost = steps.reduce((sum, step) => sum + (step.kind === 'missing' ? step.cost : 0n), 0n)
  if (balance >= cost) return []
  const coin = (wei: bigint) => formatCoin(wei, chainId)
  return [
    `The wallet has ${coin(balance)} and may need ${coin(cost)}: send ${coin(cost - balance)} to ${checksumAddress(wallet)}.`,
  ]
}

/** Ours would wait behind them, and whoever sent them may be about to send more. */
function aboutQueue({ waiting }: Survey): string[] {
  if (waiting <= 0) return []
  return [
    `The wallet has ${waiting} transaction(s) under way. Stop the service that uses it, wait until they are in a block, and try again.`,
  ]
}
