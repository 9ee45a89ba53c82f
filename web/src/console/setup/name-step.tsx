import { useState } from 'preact/hooks'
import { setupTexts as texts } from '../../core/texts/en-console-setup.js'
import type { SetupFacts } from '../home/use-setup.js'
import { Field } from '../parts/field.js'
import { PictureSetting } from '../shop/picture-setting.js'
import { useSaveConfig } from '../shop/use-config.js'
import { StepForm } from './step-form.js'
import { useStep } from './use-step.js'

type StepProps = { facts: SetupFacts; onDone(): void }

/** The name and logo that buyers see. */
export function NameStep({ facts: { config }, onDone }: StepProps) {
  const save = useSaveConfig()
  const step = useStep(onDone)
  const [name, setName] = useState(config.name)
  const [logo, setLogo] = useState(config.theme.brandLogoUrl)
  return (
    <StepForm
      step={step}
      submit={texts.save}
      isDisabled={name.trim() === ''}
      onSubmit={() => save({ name: name.trim(), theme: { brandLogoUrl: logo } }, config.revision)}
    >
      <Field
        label={texts.name.label}
        value={name}
        maxLength={80}
        autoComplete="organization"
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PictureSetting
        label={texts.name.logo}
        hint={texts.name.logoHint}
        problem={null}
        value={logo}
        disabled={false}
        onChange={setLogo}
      />
    </StepForm>
  )
}
