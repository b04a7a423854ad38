// Decisions on registrations, without the database.
import { textKey } from '#contract/text.ts'
import { type RuleFacts, ruleFor } from '../grants/grant-rules.rules.ts'

const FORM = /[（(].*?[）)]|股份|有限|责任|公司|集团|\s/g
/** Shorter parts match too many names. */
const CORE_MIN = 3

/** The distinctive part of a company's name: 华泰钢贸 of 华泰钢贸（上海）有限公司. Null where it is too short. */
export function coreOf(company: string): string | null {
  const core = company.replace(FORM, '')
  return core.length >= CORE_MIN ? core : null
}

/** The first of `name`, `name-2`, `name-3` … that is free; `taken` are keys. */
export function firstFree(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(textKey(name))) return name
  for (let n = 2; ; n++) if (!taken.has(textKey(`${name}-${n}`))) return `${name}-${n}`
}

type Rule = RuleFacts & { name: string; presetId: string }

/** The preset that a trial starts with, and the rule that says so. */
export function proposalFor(
  rules: readonly Rule[],
  of: { source: string; province: string },
): { id: string; rule: string } | null {
  const rule = ruleFor(rules, of)
  return rule ? { id: rule.presetId, rule: rule.name } : null
}
