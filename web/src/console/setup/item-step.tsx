import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { setupTexts } from '../../core/texts/en-console-setup.js'
import { useItemCalls } from '../catalog/use-items.js'
import { parseAmount } from '../format/parse-amount.js'
import type { SetupFacts } from '../home/use-setup.js'
import { Field } from '../parts/field.js'
import { StepForm } from './step-form.js'
import { useStep } from './use-step.js'

const texts = setupTexts.item

type StepProps = { facts: SetupFacts; onDone(): void; onSkip(): void }

/** The first thing that the shop sells. A shop that charges amounts needs none. */
export function ItemStep({ facts: { item }, onDone, onSkip }: StepProps) {
  const calls = useItemCalls()
  const step = useStep(onDone)
  const [name, setName] = useState('')
  const [price, setPrice] = useState('')
  const priceUsd = parseAmount(price)
  const catalog = (
    <Link class="button" href="/catalog">
      {texts.catalog}
    </Link>
  )
  if (item) {
    return (
      <>
        <p>{texts.more}</p>
        {catalog}
      </>
    )
  }
  return (
    <StepForm
      step={step}
      submit={setupTexts.save}
      isDisabled={name.trim() === '' || priceUsd === null}
      onSubmit={() =>
        calls.create({ sku: skuOf(name), name: name.trim(), priceUsd: priceUsd ?? 0 })
      }
      onSkip={onSkip}
      others={catalog}
    >
      <div class="settings">
        <Field
          label={texts.name}
          value={name}
          maxLength={200}
          autoComplete="off"
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Field
          label={texts.price}
          inputMode="decimal"
          value={price}
          autoComplete="off"
          problem={price.trim() !== '' && priceUsd === null ? texts.wrong : null}
          onInput={({ currentTarget }) => setPrice(currentTarget.value)}
        />
      </div>
      <p class="soft">{texts.more}</p>
    </StepForm>
  )
}

/** Returns a SKU that a person recognizes. It can be changed later. */
function skuOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.slice(0, 32) || 'ITEM-1'
}
