// Checks of a rule, field by field.
import { timeProblems } from '#contract/monitoring/due-states.ts'
import { dueKindLabels, hasNoTarget } from '#contract/monitoring/monitoring-labels.ts'
import type { ArticleRuleForm, RuleForm } from '#contract/monitoring/rules.ts'

type Times = Pick<
  RuleForm,
  'frequency' | 'weekdays' | 'nth' | 'dueTime' | 'warnMinutes' | 'graceMinutes' | 'escalateMinutes'
>

/** An item's own time is unknown here: minutes are checked against noon, and clipped to the day when rows are made. */
const NOON = '12:00'

function verdictsOnTimes({ frequency, weekdays, nth, dueTime, ...minutes }: Times, usual = NOON) {
  return {
    weekdays: frequency === 'weekdays' && weekdays.length === 0 ? '请选择更新星期' : null,
    nth: (frequency === 'month' || frequency === 'tenDay') && nth === 0 ? '不能为 0：正数从头数，负数从尾数' : null,
    ...timeProblems({ dueTime: dueTime ?? usual, ...minutes }),
  }
}

const isSame = ({ ownerId, deputyId }: Pick<RuleForm, 'ownerId' | 'deputyId'>) =>
  ownerId !== null && ownerId === deputyId

const targets = { all: null, category: 'categoryId', product: 'productId', item: 'quoteItemId' } as const
const targetNames = { categoryId: '分类', productId: '产品', quoteItemId: '报价项', seriesId: '衍生数据' } as const

/** Kinds without a scope: one rule is for all of them. */
const isWholeKind = (kind: RuleForm['kind']) => kind === 'import' || hasNoTarget(kind)

/** The field that names the target of a rule; null for rules of all items. */
export function targetOf({ kind, level }: Pick<RuleForm, 'kind' | 'level'>) {
  if (isWholeKind(kind)) return null
  if (level === 'item' && kind === 'series') return 'seriesId' as const
  return targets[level]
}

export function verdictsOnRule(form: Omit<RuleForm, 'id'>) {
  const target = targetOf(form)
  const { kind, level, frequency, dueTime, ownerId, importName } = form
  const isOwnKind = kind !== 'price'
  const isWhole = isWholeKind(kind)
  return {
    ...verdictsOnTimes(form),
    ...(target && { [target]: form[target] === null ? `请选择${targetNames[target]}` : null }),
    level: isWhole && level !== 'all' ? `${dueKindLabels[kind]}没有范围` : null,
    importName: kind === 'import' && importName === '' ? '请选择导入' : null,
    // reports are due on the days of their orders
    calendarId: isOwnKind && kind !== 'report' && form.calendarId === null ? '请选择日历' : null,
    frequency: isOwnKind && kind !== 'report' && frequency === null ? '请选择更新频率' : null,
    dueTime: isOwnKind && dueTime === null ? '请输入应更新时间' : null,
    ownerId: isOwnKind && ownerId === null ? '请选择负责人' : null,
    deputyId: isSame(form) ? '替补不能是负责人本人' : null,
  }
}

/** @param deadline of the category's publishing standard; empty where it has none */
export function verdictsOnArticleRule(form: Omit<ArticleRuleForm, 'id'>, deadline: string) {
  const { frequency, dueTime, ownerId } = form
  return {
    ...verdictsOnTimes(form, deadline || NOON),
    frequency: frequency === null ? '请选择更新频率' : null,
    dueTime: dueTime === null && deadline === '' ? '发布标准没有规定时间，请输入应更新时间' : null,
    ownerId: ownerId === null ? '请选择负责人' : null,
    deputyId: isSame(form) ? '替补不能是负责人本人' : null,
  }
}
