// Prompts are texts with fields: {{正文}}. A closed list of names, no expressions, so a text that is filled in can never
// become part of the template.
import { type AiPurpose, neededField, promptFields } from './ai-labels.ts'

const field = /\{\{\s*([^{}\s]{1,16})\s*\}\}/gu

const fieldsOf = (prompt: string): string[] => [...new Set(Array.from(prompt.matchAll(field), ([, name = '']) => name))]

/** Why a prompt cannot be used; null: it can. */
export function promptProblem(prompt: string, purpose: AiPurpose): string | null {
  const used = fieldsOf(prompt)
  const unknown = used.find((name) => !promptFields[purpose].includes(name))
  if (unknown !== undefined) return `没有字段“${unknown}”，可用的是${promptFields[purpose].join('、')}`
  const rest = prompt.replace(field, '')
  if (rest.includes('{{') || rest.includes('}}')) return '有一处 {{ 或 }} 没有成对'
  return used.includes(neededField[purpose]) ? null : `提示词里需要 {{${neededField[purpose]}}}`
}

/** Fields without a value become empty. */
export const fillPrompt = (prompt: string, values: Readonly<Record<string, string>>): string =>
  prompt.replace(field, (_, name: string) => values[name] ?? '')

const figure = /\d+(?:,\d{3})*(?:\.\d+)?/gu
/** One form of a figure: `3,900` and `3900.0` are the same. */
export const plainFigure = (text: string): string =>
  text
    .replaceAll(',', '')
    .replace(/(\.\d*?)0+$/u, '$1')
    .replace(/\.$/u, '')
/** Figures as a text writes them, full-width digits as digits. */
export const figuresOf = (text: string): string[] => text.normalize('NFKC').match(figure) ?? []

/** Figures of an answer that stand nowhere in its source, as the answer writes them. */
export function strangeFigures(answer: string, source: string): string[] {
  const known = new Set(figuresOf(source).map(plainFigure))
  return [...new Set(figuresOf(answer))].filter((each) => !known.has(plainFigure(each)))
}
