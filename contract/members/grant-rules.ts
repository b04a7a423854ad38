// Authorisation rules: which preset a registration's trial begins with, by where it came from. The first that fits decides.
import { type Static, Type } from 'typebox'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Moment, Nullable, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { registrationSourceLabels, registrationSources } from './members.ts'

const root = '/api/backend/member/grantRule'

const SubProduct = OneOf('子产品', subProductsWith('authorizationRules'))
/** The empty text stands for every source. */
const ruleSources = ['', ...registrationSources] as const
const Source = OneOf('注册来源', ruleSources)
export type RuleSource = Static<typeof Source>

const RuleFields = {
  name: OneLine(Required('规则名称', 50)),
  source: Source,
  province: Text('省份', 32),
  presetId: Id('授权方案'),
  isEnabled: Type.Boolean({ title: '启用' }),
}

/** In the order in which they are asked, unless sorted otherwise. A new one, and a copy, which is disabled, come last. */
export const grantRuleCalls = rowCalls({
  noun: '授权规则',
  path: root,
  page: 'authorizationRules',
  fields: RuleFields,
  query: { name: contains(RuleFields.name), presetId: RuleFields.presetId, isEnabled: RuleFields.isEnabled },
  sortable: ['sort', 'updatedAt'],
  row: {
    ...RuleFields,
    presetName: Type.String({ title: '授权方案' }),
    isPresetEnabled: Type.Boolean(),
    sort: Type.Integer({ title: '顺序', description: 'its place, from 1' }),
    updatedAt: Moment('更新时间'),
  },
  with: ['open', 'disable', 'copy'],
})
export type GrantRuleQuery = BodyOf<typeof grantRuleCalls.list>
export type GrantRuleRow = RowOf<typeof grantRuleCalls>

const RuleChoices = Type.Object({
  presets: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      isEnabled: Type.Boolean(),
      summary: Type.String({ description: '试用 7 天 · 12 个产品' }),
    }),
  ),
  provinces: Type.Array(Type.String()),
})
export type RuleChoices = Static<typeof RuleChoices>

export const getRuleChoices = readCall(
  '授权规则的可选方案与省份',
  `${root}/choices`,
  canOn('request', 'authorizationRules', 'view'),
  { body: Fields({ subProduct: SubProduct }), data: RuleChoices },
)

export const moveGrantRule = writeCall(
  '调整授权规则的顺序',
  `${root}/move`,
  canOn('row', 'authorizationRules', 'edit'),
  { body: Fields({ id: Id('规则'), to: OneOf('方向', ['up', 'down', 'first', 'last'] as const) }) },
)

/** 试算: what a registration with that source and province would get, nothing where no rule fits. */
export const tryGrantRules = readCall('授权规则试算', `${root}/try`, canOn('request', 'authorizationRules', 'view'), {
  body: Fields({
    subProduct: SubProduct,
    source: Choice('注册来源', registrationSourceLabels),
    province: Text('省份', 32),
  }),
  data: Nullable(
    Type.Object({
      ruleId: Type.String(),
      ruleName: Type.String(),
      presetName: Type.String(),
      isPresetEnabled: Type.Boolean(),
      summary: Type.String(),
    }),
  ),
})
