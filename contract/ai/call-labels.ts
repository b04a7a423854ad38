// Words of models and of the ledger of their calls.

/** How a service deviates from OpenAI's chat completions. */
export const modelForms = ['openai', 'deepseek', 'qwen', 'glm', 'kimi'] as const
export type ModelForm = (typeof modelForms)[number]
export const modelFormLabels: Record<ModelForm, string> = {
  openai: 'OpenAI 兼容',
  deepseek: 'DeepSeek',
  qwen: '通义千问',
  glm: '智谱 GLM',
  kimi: 'Kimi',
}

/** What a model was asked for. */
export const callPurposes = ['chat', 'summary', 'hint', 'trial', 'evaluation', 'judge'] as const
export type CallPurpose = (typeof callPurposes)[number]

export const callOutcomes = ['done', 'stopped', 'failed'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** All that a service may fail with, whatever its own words and numbers. */
export const failureKinds = [
  'unreachable',
  'key',
  'balance',
  'rate',
  'busy',
  'request',
  'filtered',
  'timeout',
  'broken',
] as const
export type FailureKind = (typeof failureKinds)[number]
export const failureLabels: Record<FailureKind, string> = {
  unreachable: '连接不上',
  key: '密钥无效',
  balance: '余额不足',
  rate: '限流',
  busy: '服务繁忙',
  request: '请求不被接受',
  filtered: '内容拦截',
  timeout: '超时',
  broken: '中途断开',
}

/** What is limited: tokens of a person a day, questions of an account a day, yuan of an assistant a month. */
export const limitSubjects = ['userTokens', 'accountTokens', 'accountQuestions', 'assistantCost'] as const
export type LimitSubject = (typeof limitSubjects)[number]
