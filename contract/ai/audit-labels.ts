// Audit log labels of the AI area.

export const targets = {
  aiAssistant: 'AI 助手',
  aiSession: 'AI 会话',
  aiMessage: 'AI 回答',
}

export const verbs = {
  addPrompt: '保存提示词',
  saveQuestion: '保存试运行问题',
  removeQuestion: '删除试运行问题',
  rate: '评价',
}

export const fields = {
  assistantId: '助手',
  promptId: '提示词版本',
  promptIds: '提示词版本',
  questionId: '试运行问题',
  fields: '字段',
  sessions: '会话',
  purpose: '用途',
  number: '版本',
  prompt: '提示词',
  model: '模型',
  temperature: '随机性',
  maxTokens: '最长回答',
  question: '试运行问题',
  score: '评分',
  externalId: '会话编号',
  assistantName: '助手',
  messages: '消息数',
  changed: '改变评价的消息数',
  correction: '更正',
}
