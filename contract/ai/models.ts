// Further models, kept by administrators: address, key, prices valid from a moment. The one of the environment needs no row.
import { type Static, Type } from 'typebox'
import { administrator } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Moment, Nothing, Nullable, OneLine, Required } from '#contract/fields.ts'
import { modelFormLabels } from './call-labels.ts'

const root = '/api/backend/ai/model'
export const MODELS_MAX = 50

const Yuan = (title: string) =>
  Type.String({
    title,
    pattern: '^(0|[1-9][0-9]{0,5})(\\.[0-9]{1,4})?$',
    messages: { required: `请输入${title}`, pattern: `${title}应为不超过6位整数、4位小数的数字` },
  })

const prices = <T>(of: (title: string) => T) => ({
  input: of('输入价'),
  cached: of('缓存命中价'),
  output: of('输出价'),
})

const Price = Type.Object({ id: Type.String(), validFrom: Type.String(), ...prices(() => Type.String()) })
const Model = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  baseUrl: Type.String(),
  model: Type.String(),
  form: Choice('形式', modelFormLabels),
  hasKey: Type.Boolean({ description: 'keys are in no reply' }),
  isStandIn: Type.Boolean(),
  isEnabled: Type.Boolean(),
  calls: Type.Integer({ description: 'of the last 30 days' }),
  updatedAt: Type.String(),
})
/** As a form edits it. */
export type Model = Static<typeof Model>

const ModelRow = Type.Object({
  ...Model.properties,
  prices: Type.Array(Price, { description: 'yuan for a million tokens, the newest first' }),
})
export type ModelRow = Static<typeof ModelRow>

export const queryModels = readCall('AI 模型', `${root}/list`, administrator, {
  body: Fields({}),
  data: Type.Object({
    usual: Nullable(
      Type.Object({
        model: Type.String(),
        baseUrl: Type.String(),
        prices: Type.Array(Price),
        setPrice: Nullable(
          Type.Object(
            { input: Type.String(), output: Type.String() },
            { description: 'of AI_PRICE: counts where none of the prices holds' },
          ),
        ),
      }),
    ),
    models: Type.Array(ModelRow),
  }),
})

const fields = {
  name: OneLine(Required('名称', 64)),
  baseUrl: Type.String({
    title: '地址',
    maxLength: 500,
    pattern: '^https?://[^\\s?#@]+$',
    messages: { required: '请输入地址', pattern: '地址应以 http:// 或 https:// 开头，不带参数' },
  }),
  model: Type.String({
    title: '模型',
    maxLength: 64,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]*$',
    messages: { required: '请输入模型', pattern: '模型名称由字母、数字和 . _ : / - 组成' },
  }),
  form: Choice('形式', modelFormLabels),
  /** Empty: it keeps the one that it has. */
  apiKey: Type.String({
    title: '密钥',
    maxLength: 512,
    pattern: '^[!-~]*$',
    messages: { pattern: '密钥不含空格和中文' },
  }),
  isStandIn: Type.Boolean({ title: '备用' }),
}

export const addModel = writeCall('新增 AI 模型', `${root}/add`, administrator, {
  body: Fields(fields),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** Somebody else has changed it since: 601 with the model as it is now. */
export const editModel = writeCall('编辑 AI 模型', `${root}/edit`, administrator, {
  body: Fields({ id: Id('模型'), version: Type.Integer({ title: '版本', minimum: 1 }), ...fields }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

export const switchModel = writeCall('启用或禁用 AI 模型', `${root}/switch`, administrator, {
  body: Fields({ id: Id('模型'), isEnabled: Type.Boolean({ title: '启用' }) }),
  data: Nothing,
})

/** From a moment on; a price of the past that calls were charged by stays as it is. */
export const addModelPrice = writeCall('新增 AI 模型价格', `${root}/addPrice`, administrator, {
  body: Fields({ modelId: Nullable(Id('模型')), validFrom: Moment('生效时间'), ...prices(Yuan) }),
  data: Nothing,
})

/** One short question, to see whether it answers; it is a call like others and costs what it costs. */
export const tryModel = writeCall('试用 AI 模型', `${root}/try`, administrator, {
  body: Fields({ id: Nullable(Id('模型')) }),
  data: Type.Object({
    isOk: Type.Boolean({ title: '结果' }),
    model: Type.String({ title: '回答的模型', description: 'that answered: the stand-in where this one failed' }),
    text: Type.String({ description: 'its answer, or why there is none' }),
    ms: Type.Integer({ title: '用时' }),
    cost: Nullable(Type.String({ title: '费用' })),
  }),
})
