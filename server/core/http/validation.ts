// Checks input against the contract's schemas: nothing stripped, JSON never coerced, and a Chinese message per field.
import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { isDay, isMoment } from '#contract/days.ts'
import type { Messages } from '#contract/fields.ts'
import { type Cleaner, cleaners } from '#contract/typed-text.ts'
import { refuse } from './refusal.ts'

/** Names, logins and phones are cleaned where they come in, in their place, before other rules ask them. */
const clean: SchemaValidateFunction = (cleaner: Cleaner, value: string, _schema, place) => {
  if (place?.parentData) place.parentData[place.parentDataProperty] = cleaners[cleaner](value)
  return true
}

const options = {
  allErrors: true,
  verbose: true,
  strict: false,
  removeAdditional: false,
  useDefaults: false,
  // schemas are the contract's: a test asks them, and no start pays for the schema of schemas
  meta: false,
  validateSchema: false,
} as const

/** Bodies in JSON are taken as they are; query strings and forms are read by the schema's types. */
const strict = new Ajv({ ...options, coerceTypes: false })
const reading = new Ajv({ ...options, coerceTypes: 'array' })
for (const ajv of [strict, reading]) {
  ajv.addFormat('date', isDay).addFormat('date-time', isMoment)
  ajv.addKeyword({ keyword: 'cleaned', type: 'string', before: 'maxLength', modifying: true, validate: clean })
}

/** Schemas compile at their first use: hundreds at start would cost seconds and memory. */
const compiled = { strict: new WeakMap<TSchema, ValidateFunction>(), reading: new WeakMap<TSchema, ValidateFunction>() }

export type Manner = keyof typeof compiled

function validator(schema: TSchema, manner: Manner): ValidateFunction {
  let validate = compiled[manner].get(schema)
  if (!validate) {
    validate = (manner === 'strict' ? strict : reading).compile(schema)
    compiled[manner].set(schema, validate)
  }
  return validate
}

type Titled = { title?: string; messages?: Messages; properties?: Record<string, Titled> }

const typeNames: Record<string, string> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
}

function reason({ keyword, params, title, messages }: ErrorObject & { title: string; messages: Messages }): string {
  const own = messages[keyword as keyof Messages]
  if (own) return own
  switch (keyword) {
    case 'required':
      return `${title}不能为空`
    case 'additionalProperties':
      return `不支持的字段 ${params.additionalProperty}`
    case 'type':
      return `${title}应为${[params.type]
        .flat()
        .map((type) => typeNames[type] ?? '空')
        .join('或')}`
    case 'minLength':
      return params.limit === 1 ? `${title}不能为空` : `${title}至少${params.limit}个字符`
    case 'maxLength':
      return `${title}最多${params.limit}个字符`
    case 'minimum':
      return `${title}不能小于${params.limit}`
    case 'maximum':
      return `${title}不能大于${params.limit}`
    case 'minItems':
      return params.limit === 1 ? `请选择${title}` : `${title}至少${params.limit}项`
    case 'maxItems':
      return `${title}最多${params.limit}项`
    case 'uniqueItems':
      return `${title}有重复项`
    case 'enum':
      return `${title}不在可选范围内`
    default:
      return `${title}格式不正确`
  }
}

/** `/deputyRoleIds/0` and a missing or unknown property become `deputyRoleIds.0`, and the name of what is missing. */
function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1)
  const property = error.params.missingProperty ?? error.params.additionalProperty
  return [...path, ...(property === undefined ? [] : [String(property)])].join('.')
}

function toField(error: ErrorObject): { field: string; message: string } {
  const parent = (error.parentSchema ?? {}) as Titled
  const subject = error.keyword === 'required' ? parent.properties?.[error.params.missingProperty] : parent
  const field = fieldOf(error)
  const message = reason({ ...error, title: subject?.title ?? '该项', messages: subject?.messages ?? {} })
  return { field, message }
}

const FIELDS_SHOWN = 20

/** The wrong fields of a value, each once with its first reason; none where it is valid. */
function wrongFields(validate: ValidateFunction): { field: string; message: string }[] {
  const fields = new Map<string, { field: string; message: string }>()
  for (const found of (validate.errors ?? []).slice(0, FIELDS_SHOWN).map(toField)) {
    if (!fields.has(found.field)) fields.set(found.field, found)
  }
  return [...fields.values()]
}

/** Why a value of a list whose rows are judged one by one does not fit the schema, or null. */
export function verdictOnInput(schema: TSchema, value: unknown): string | null {
  const validate = validator(schema, 'strict')
  return validate(value) ? null : (wrongFields(validate)[0]?.message ?? '格式不正确')
}

/**
 * Throws a 400 whose data names each wrong field once, with its first reason.
 * @returns the value, with the schema's types read from text where `manner` is `reading`
 */
export function checkInput(schema: TSchema, value: unknown, manner: Manner): unknown {
  const validate = validator(schema, manner)
  if (validate(value)) return value
  const list = wrongFields(validate)
  throw refuse('invalid', { msg: list[0]?.message ?? '请求参数有误', data: { fields: list } })
}
