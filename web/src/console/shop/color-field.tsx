import { shopTexts } from '../../core/texts/en-console-shop.js'
import {
  contrast,
  formatColor,
  parseColor,
  type Rgb,
  readableOn,
} from '../../core/theme/contrast.js'
import { tokens } from '../../tokens/tokens.js'
import { FieldFrame } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import type { FieldPath } from './config-fields.js'

const texts = shopTexts.contrast
const minContrast = 4.5
const rgbOf = (color: string): Rgb => parseColor(color) ?? [0, 0, 0]
const surfaces = { light: rgbOf(tokens.light.surface), dark: rgbOf(tokens.dark.surface) }
const ink = rgbOf(tokens.light.ink)

type ColorFieldProps = {
  path: FieldPath
  label: string
  hint: string | undefined
  problem: string | null
  value: string
  disabled: boolean
  onChange(value: string): void
}

/** A color as text and as a swatch, with a warning when pages have to correct it. */
export function ColorField(props: ColorFieldProps) {
  const { path, label, hint, problem, value, disabled, onChange } = props
  const color = parseColor(value)
  const warnings = color ? listWarnings(path, color) : []
  const dark = color && path === 'theme.primaryColor' ? darkOf(color) : null
  return (
    <div class="color-setting">
      <FieldFrame label={label} hint={hint} problem={problem}>
        {(control) => (
          <span class="color-line">
            <input
              type="color"
              aria-label={texts.pick(label)}
              disabled={disabled}
              value={color ? formatColor(color) : '#000000'}
              onInput={({ currentTarget }) => onChange(currentTarget.value)}
            />
            <input
              {...control}
              value={value}
              disabled={disabled}
              maxLength={9}
              spellcheck={false}
              autoComplete="off"
              onInput={({ currentTarget }) => onChange(currentTarget.value)}
            />
          </span>
        )}
      </FieldFrame>
      <div role="status">
        {warnings.map((text) => (
          <p key={text} class="contrast-note warn">
            <Icon name="alert" />
            <span>{text}</span>
          </p>
        ))}
        {dark !== null && <p class="contrast-note soft">{texts.dark(dark)}</p>}
        {color && warnings.length === 0 && dark === null && (
          <p class="contrast-note good">
            <Icon name="good" />
            <span>{texts.fine}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** Returns what pages change about a color, so that it can be read. */
function listWarnings(path: FieldPath, color: Rgb): string[] {
  if (path === 'theme.secondaryColor') {
    const text = contrast(surfaces.light, color) >= contrast(ink, color) ? surfaces.light : ink
    const band = readableOn(color, text)
    return formatColor(band) === formatColor(color) ? [] : [texts.band(formatColor(band))]
  }
  const ratio = contrast(color, surfaces.light)
  if (ratio >= minContrast) return []
  return [texts.light(ratio.toFixed(1), formatColor(readableOn(color, surfaces.light)))]
}

/** Returns the color of dark pages, if it is another one. The default has a variant of its own. */
function darkOf(color: Rgb): string | null {
  const shown =
    formatColor(color) === tokens.light.accent
      ? tokens.dark.accent
      : formatColor(readableOn(color, surfaces.dark))
  return shown === formatColor(color) ? null : shown
}
