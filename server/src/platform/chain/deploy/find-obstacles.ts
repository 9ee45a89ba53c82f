import { checksumAddress } from '../../../lib/hex.js'
import { deployer } from '../contracts.js'
import { formatNative } from './describe-survey.js'
import type { Survey } from './survey-deployment.js'

/** The account whose pre-signed transaction deploys the CREATE2 deployer. It needs funds first. */
const deployerAccount = '0x3fAB184622Dc19b6109349B94811493BF45362e8'

/** Lists why the contracts cannot be deployed, with fixes. Empty when they can be, or are. */
export function findObstacles(survey: Survey): string[] {
  const wrong = survey.steps.flatMap(({ contract: { name, address }, ...step }) =>
    step.kind === 'wrong' ? [`${name} at ${checksumAddress(address)} ${step.problem}.`] : [],
  )
  return [...survey.mismatches, ...wrong, ...deploymentObstacles(survey)]
}

function deploymentObstacles(survey: Survey): string[] {
  const isDone = survey.steps.every(({ kind }) => kind === 'deployed' || kind === 'wrong')
  if (isDone) return []
  if (!survey.hasDeployer) return [aboutDeployer()]

  const failing = survey.steps.flatMap(({ contract, ...step }) =>
    step.kind === 'impossible' ? [`${contract.name} cannot be deployed: ${step.reason}.`] : [],
  )
  return [...failing, ...aboutBalance(survey), ...aboutQueue(survey)]
}

function aboutDeployer(): string {
  return [
    `There is no CREATE2 deployer at ${checksumAddress(deployer)} on this chain. Without it our contracts would have`,
    'other addresses. Anyone can deploy it: send 0.01 native tokens to',
    `${deployerAccount}, then broadcast the signed transaction published at`,
    'https://github.com/Arachnid/deterministic-deployment-proxy. On some chains only their operators can.',
  ].join(' ')
}

function aboutBalance({ chainId, wallet, balance, steps }: Survey): string[] {
  const cost = steps.reduce((sum, step) => sum + (step.kind === 'missing' ? step.cost : 0n), 0n)
  if (balance >= cost) return []
  const format = (wei: bigint) => formatNative(wei, chainId)
  return [
    `The wallet has ${format(balance)} and may need ${format(cost)}: send ${format(cost - balance)} to ${checksumAddress(wallet)}.`,
  ]
}

/** Our transactions would wait behind pending ones, and their sender may send more. */
function aboutQueue({ waiting }: Survey): string[] {
  if (waiting <= 0) return []
  return [
    `The wallet has ${waiting} pending transaction(s). Stop the service that uses it, wait until they are in a block, and try again.`,
  ]
}
