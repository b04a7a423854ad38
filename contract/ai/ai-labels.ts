// Words of the AI area that tables, calls and screens share.

/** What an assistant is for: the two buttons of the article editor, or the questions of members. */
export const aiPurposes = ['summary', 'hint', 'chat'] as const
export type AiPurpose = (typeof aiPurposes)[number]
export const aiPurposeLabels: Record<AiPurpose, string> = {
  summary: '文章摘要',
  hint: '文章提示语',
  chat: '会员问答',
}

/** Fields of prompts, `{{…}}`; other names are refused when a prompt is saved. */
export const promptFields: Record<AiPurpose, readonly string[]> = {
  summary: ['标题', '正文', '类别', '产品'],
  hint: ['标题', '正文', '类别', '产品'],
  chat: ['问题', '日期'],
}
/** What a prompt without this field would not be about. */
export const neededField: Record<AiPurpose, string> = { summary: '正文', hint: '正文', chat: '问题' }

/** `retired`: was published, and is not any more. */
export const promptStates = ['draft', 'published', 'retired'] as const
export type PromptState = (typeof promptStates)[number]
export const promptStateLabels: Record<PromptState, string> = {
  draft: '草稿',
  published: '已发布',
  retired: '已停用',
}

export const answerStates = ['running', 'done', 'failed', 'cancelled'] as const
export type AnswerState = (typeof answerStates)[number]
export const answerStateLabels: Record<AnswerState, string> = {
  running: '生成中',
  done: '已完成',
  failed: '失败',
  cancelled: '已停止',
}

/** Characters that answers about articles should have: an abstract, and the line of pushes and short messages. */
export const answerLengths = {
  summaryAI: { min: 80, max: 200 },
  hintTextAI: { min: 1, max: 60 },
} as const
/** Answers that stand side by side in the editor. */
export const VARIANTS_MAX = 3

export const aiRoles = ['user', 'assistant'] as const

export const feedbacks = ['up', 'down'] as const
export type Feedback = (typeof feedbacks)[number]
export const feedbackLabels: Record<Feedback, string> = { up: '赞', down: '踩' }

/** Flags that a sub-product sets on messages; a session has them where one of its messages does. */
export const sessionFlags = ['sensitive', 'unanswered'] as const
export type SessionFlag = (typeof sessionFlags)[number]
export const sessionFlagLabels: Record<SessionFlag, string> = { sensitive: '敏感', unanswered: '未回答' }

/** What the figures of answers have to be looked at for. */
export const sessionVerdictLabels = { unverified: '有未核实的数字', corrected: '有已更正的价格' } as const

/** In place of a text that a member has not written yet, or that went when its time was up. */
export const NO_TEXT = '（没有内容）'
