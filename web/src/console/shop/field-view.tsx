import { shopTexts as texts } from '../../core/texts/en-console-shop.js'
import { Checkbox } from '../parts/checkbox.js'
import { Field, TextArea } from '../parts/field.js'
import { Select } from '../parts/select.js'
import { ColorField } from './color-field.js'
import type { ConfigField, FieldPath } from './config-fields.js'
import { PictureSetting } from './picture-setting.js'
import type { ConfigForm } from './use-config.js'
import { ZoneField } from './zone-field.js'

type FieldViewProps = { field: ConfigField; form: ConfigForm; isReadOnly: boolean }

/** Edits one setting, with the control of its kind. */
export function FieldView({ field, form, isReadOnly }: FieldViewProps) {
  const { path, kind, maxLength, options = [] } = field
  const { label, hint } = texts.fields[path]
  const value = form.read(field)
  const change = (typed: unknown) => form.change(path, typed)
  const shared = {
    label,
    hint,
    problem: form.problems[path] ?? null,
    value: String(value),
    disabled: isReadOnly,
    name: path,
  }
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) =>
    change(currentTarget.value)
  switch (kind) {
    case 'line':
      if (path === 'timeZone') return <ZoneField {...shared} onChange={change} />
      return <Field {...shared} maxLength={maxLength} autoComplete="off" onInput={onInput} />
    case 'url':
      return <Field {...shared} type="url" inputMode="url" autoComplete="off" onInput={onInput} />
    case 'number':
      return <Field {...shared} inputMode="decimal" autoComplete="off" onInput={onInput} />
    case 'percent':
      return <Field {...shared} unit="%" inputMode="decimal" autoComplete="off" onInput={onInput} />
    case 'words':
      return <Field {...shared} autoComplete="off" onInput={onInput} />
    case 'text':
      return <TextArea {...shared} maxLength={maxLength} rows={3} onInput={onInput} />
    case 'lines':
      return <TextArea {...shared} rows={3} spellcheck={false} onInput={onInput} />
    case 'color':
      return <ColorField {...shared} path={path} onChange={change} />
    case 'picture':
      return <PictureSetting {...shared} onChange={change} />
    case 'switch':
      return (
        <div class="setting-switch">
          <Checkbox
            label={label}
            kind="switch"
            isChecked={value === true}
            isDisabled={isReadOnly}
            onChange={change}
          />
          {hint && <p class="field-hint">{hint}</p>}
        </div>
      )
    case 'choice':
      return (
        <Select
          {...shared}
          isDisabled={isReadOnly}
          options={options.map((option) => ({ value: option, label: nameOf(option) }))}
          onChange={change}
        />
      )
    case 'choices':
      return (
        <Choices {...{ path, options, isReadOnly }} value={value as string[]} onChange={change} />
      )
    case 'value':
      return null
  }
}

const nameOf = (option: string) => texts.options[option] ?? option

type ChoicesProps = {
  path: FieldPath
  options: readonly string[]
  value: readonly string[]
  isReadOnly: boolean
  onChange(value: string[]): void
}

/** Chooses some of few. They keep the order of the options. */
function Choices({ path, options, value, isReadOnly, onChange }: ChoicesProps) {
  return (
    <fieldset class="setting-choices">
      <legend>{texts.fields[path].label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={nameOf(option)}
          isChecked={value.includes(option)}
          isDisabled={isReadOnly}
          onChange={(isChosen) =>
            onChange(options.filter((name) => (name === option ? isChosen : value.includes(name))))
          }
        />
      ))}
    </fieldset>
  )
}
