import { assertNever } from '../../../lib/errors.js'
import { checksumAddress } from '../../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Step, Survey } from './survey-deployment.js'

/** Formats a survey for the operator. */
export function describeSurvey(survey: Survey): string[] {
  const { chainId, latest, wallet, balance, fees, steps } = survey
  const cost = steps.reduce((sum, step) => sum + (step.kind === 'missing' ? step.cost : 0n), 0n)
  return [
    row('Chain', `${chainId}, block ${latest.number}`),
    row('Wallet', `${checksumAddress(wallet)}, has ${formatNative(balance, chainId)}`),
    row('Gas price', `${gweiOf(fees.maxFeePerGas)} gwei at most`),
    ...steps.map((step) => row(step.contract.name, describeStep(step, chainId))),
    row('Cost', `${formatNative(cost, chainId)} at most`),
  ]
}

function row(label: string, value: string): string {
  return `${label.padEnd(24)}${value}`
}

function describeStep(step: Step, chainId: number): string {
  const address = checksumAddress(step.contract.address)
  switch (step.kind) {
    case 'deployed':
      return `${address}, deployed`
    case 'wrong':
      return `${address}, ${step.problem}`
    case 'missing':
      return `${address}, missing: up to ${step.gas} gas, ${formatNative(step.cost, chainId)} at most`
    case 'impossible':
      return `${address}, missing: ${step.reason}`
    default:
      return assertNever(step)
  }
}

/** Formats a price in gwei with three decimals. */
function gweiOf(wei: bigint): string {
  return (Number(wei) / 1e9).toFixed(3)
}

const etherChains = [1, 10, 8_453, 84_532, 11_155_111]

/** Formats an amount of the chain's native token exactly. */
export function formatNative(wei: bigint, chainId: number): string {
  const unit = etherChains.includes(chainId) ? 'ETH' : 'native tokens'
  return `${baseUnitsToDecimal(baseUnits(wei), 18)} ${unit}`
}
