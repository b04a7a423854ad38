// Colour calculations (pure): contrast, and readable shades of a chosen colour.

export type Mode = 'light' | 'dark'

/** Palette colours that antd needs in JavaScript; base.css defines the same ones as CSS variables. */
export type Neutrals = {
  page: string
  surface: string
  fill: string
  line: string
  lineSoft: string
  text: string
  textSoft: string
  textFaint: string
  danger: string
  success: string
  warning: string
}

export const neutrals: Readonly<Record<Mode, Neutrals>> = {
  light: {
    page: '#eff2f6',
    surface: '#ffffff',
    fill: '#f4f6f9',
    line: '#d5d9e0',
    lineSoft: '#e6e9ee',
    text: '#1f2329',
    textSoft: '#4b5260',
    textFaint: '#5f6673',
    danger: '#c42b3b',
    success: '#237a3f',
    warning: '#9a5200',
  },
  dark: {
    page: '#101318',
    surface: '#181c22',
    fill: '#20252d',
    line: '#39414d',
    lineSoft: '#282e37',
    text: '#e4e8ee',
    textSoft: '#b4bcc8',
    textFaint: '#98a1af',
    danger: '#ff8088',
    success: '#5fc480',
    warning: '#e8ab55',
  },
}

/** Shades derived from the chosen colour for a mode. */
export type Accents = {
  /** For lines, marks and borders: the chosen colour, adjusted until visible on the surface. */
  accent: string
  /** For text and backgrounds of text: 4.5 : 1 against every surface and against the text on it. */
  ink: string
  inkHover: string
  inkActive: string
  /** Background of selected items. */
  tint: string
  tintStrong: string
}

type Rgb = readonly [number, number, number]

const TEXT_CONTRAST = 4.5
/** Contrast of the default colour on white; anything lower is hard to see. */
const MARK_CONTRAST = 2.6
const TINT = 0.12
const TINT_STRONG = 0.2

const rgbOf = (colour: string): Rgb => {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Interpolates two colours; `share` 1 gives the second. */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)]
  const part = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share
  return hexOf([part(0), part(1), part(2)])
}

/** WCAG 2: relative luminance. */
function luminance(colour: string): number {
  const linear = (part: number) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  const [red, green, blue] = rgbOf(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG 2: contrast ratio, 1 (equal) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Same hue and saturation with another HSL lightness, 0 to 1. */
function withLightness(colour: string, lightness: number): string {
  const [red, green, blue] = rgbOf(colour)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const now = (most + least) / 510
  const chroma = most - least
  const room = (255 - Math.abs(most + least - 255)) / 255
  const saturation = room === 0 ? 0 : chroma / 255 / room
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (value: number) => {
    const place = chroma === 0 ? 0 : (value / 255 - now) / (chroma / 510)
    return Math.min(255, Math.max(0, (lightness + reach * place) * 255))
  }
  return hexOf([part(red), part(green), part(blue)])
}

const lightnessOf = (colour: string) => {
  const rgb = rgbOf(colour)
  return (Math.max(...rgb) + Math.min(...rgb)) / 510
}

/** Nearest shade that reaches a contrast on all backgrounds: darker in light mode, lighter in dark mode. */
function reach(colour: string, backgrounds: readonly string[], least: number, mode: Mode): string {
  const [step, end] = mode === 'light' ? [-0.01, 0] : [0.01, 1]
  let lightness = lightnessOf(colour)
  let shade = colour.toLowerCase()
  while (backgrounds.some((background) => contrast(shade, background) < least) && lightness !== end) {
    lightness = Math.min(1, Math.max(0, lightness + step))
    shade = withLightness(colour, lightness)
  }
  return shade
}

export function accentsOf(colour: string, mode: Mode): Accents {
  const { page, surface, fill, text } = neutrals[mode]
  const accent = reach(colour, [surface], MARK_CONTRAST, mode)
  const tint = mix(surface, accent, TINT)
  const tintStrong = mix(surface, accent, TINT_STRONG)
  const ink = reach(colour, [page, surface, fill, tint, tintStrong], TEXT_CONTRAST, mode)
  // mixed towards the text colour, so their contrast is at least that of the ink
  return { accent, ink, inkHover: mix(ink, text, 0.2), inkActive: mix(ink, text, 0.4), tint, tintStrong }
}
