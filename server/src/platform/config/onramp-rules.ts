import type { Settings } from './settings.js'

type StripeNetwork = { name: string; countries: readonly string[] }

/** The networks to which a Stripe-type onramp delivers USDC, and the countries of its buyers. */
export const stripeNetworks: Readonly<Record<number, StripeNetwork>> = {
  8453: { name: 'base', countries: ['US'] },
  84532: { name: 'base', countries: ['US'] },
}

const testChainId = 84_532

/** Lists everything that keeps card payments from working with these settings. */
export function onrampProblems(settings: Settings): string[] {
  const { onrampProvider, mode, chainId } = settings
  if (onrampProvider === 'sandbox' && mode === 'live') {
    return ['ONRAMP_PROVIDER: must not be sandbox in live mode; use stripe or none']
  }
  if (onrampProvider !== 'stripe') return []
  const { onrampSecretKey = '', onrampWebhookSecret = '' } = settings
  const problems: string[] = []
  if (onrampSecretKey.trim() === '') {
    problems.push('ONRAMP_SECRET_KEY: is required when ONRAMP_PROVIDER is stripe')
  }
  if (onrampWebhookSecret.trim() === '') {
    problems.push('ONRAMP_WEBHOOK_SECRET: is required when ONRAMP_PROVIDER is stripe')
  }
  if (chainId !== undefined && !stripeNetworks[chainId]) {
    problems.push(`ONRAMP_PROVIDER: stripe does not deliver to chain ${chainId}; use none`)
  }
  // The provider names test networks like real ones, and would deliver real money there.
  if (chainId === testChainId && onrampSecretKey.startsWith('sk_live_')) {
    problems.push('ONRAMP_SECRET_KEY: must be a test key on a test network; use sk_test_...')
  }
  return problems
}
