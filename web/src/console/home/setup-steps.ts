import type { HomeTexts } from '../../core/texts/en-console-home.js'
import type { ScreenName } from '../screen.js'
import type { SetupFacts } from './use-setup.js'

export type SetupStep = {
  name: 'name' | 'split' | 'item' | 'payment' | 'webhook'
  title: string
  text: string
  isDone: boolean
  place: SetupPlace
}

/** Where to set something up: on a screen, or as the page says for roles without that screen. */
export type SetupPlace = { screen: ScreenName; tab?: string; page: string }

/** Lists the steps to the first paid receipt. The payment is done when the list goes away. */
export function listSteps(
  facts: SetupFacts,
  { texts, isSandbox }: { texts: HomeTexts['setup']; isSandbox: boolean },
): SetupStep[] {
  const { config, recipients, item, webhook } = facts
  const { steps } = texts
  const name = config.theme.brandName || config.name
  return [
    {
      name: 'name',
      title: steps.name,
      text: name ? steps.nameDone(name, config.theme.brandLogoUrl !== '') : steps.nameMissing,
      isDone: name !== '',
      place: { screen: 'shop', page: 'your-own-shop.md' },
    },
    {
      name: 'split',
      title: steps.split,
      text:
        recipients > 0 ? steps.splitDone(`${recipients}`, recipients === 1) : steps.splitMissing,
      isDone: recipients > 0,
      place: { screen: 'payouts', page: 'your-own-shop.md' },
    },
    {
      name: 'item',
      title: steps.item,
      text: item ? steps.itemDone(item.name) : steps.itemMissing,
      isDone: item !== null,
      place: { screen: 'catalog', page: 'catalog.md' },
    },
    {
      name: 'payment',
      title: isSandbox ? steps.payment : steps.paymentLive,
      text: isSandbox ? steps.paymentText : steps.paymentLiveText,
      isDone: false,
      place: { screen: 'payment', page: 'receipts.md' },
    },
    {
      name: 'webhook',
      title: steps.webhook,
      text: webhook ? steps.webhookDone(webhook.url) : steps.webhookMissing,
      isDone: webhook !== null,
      place: { screen: 'developers', tab: 'webhooks', page: 'webhooks.md' },
    },
  ]
}
