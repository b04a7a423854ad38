// The demo company's assistants, with versions of their prompts and questions to try them with.
import { eq } from 'drizzle-orm'
import type { AiPurpose } from '#contract/ai/ai-labels.ts'
import { DAY_MS } from '#contract/days.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { aiAssistants, aiPrompts, aiQuestions } from '../../schema/ai.ts'
import { users } from '../../schema/organisation.ts'

type Version = {
  prompt: string
  note: string
  temperature?: string
  maxTokens?: number
  passages?: number
  passageDays?: number
}
type Assistant = {
  code: string
  name: string
  purpose: AiPurpose
  remark: string
  openings?: string[]
  versions: readonly Version[]
  /** How many of the versions; 0: none is published. */
  published: number
  questions: readonly { title: string; fields: Record<string, string> }[]
}

const RULES = '只用原文里有的事实和数字，不推测，不加评价；原文没有的不写。'

const assistants: readonly Assistant[] = [
  {
    code: 'article-summary',
    name: '资讯摘要',
    purpose: 'summary',
    remark: '资讯编辑页“AI 摘要”按钮使用',
    published: 2,
    versions: [
      { prompt: '请为下面的资讯写一段摘要。\n\n{{正文}}', note: '第一版', temperature: '0.7' },
      {
        prompt: `你是大宗商品资讯编辑。请为下面这篇“{{类别}}”资讯写 80 到 120 字的摘要，先写结论，再写价格与涨跌。${RULES}\n\n标题：{{标题}}\n产品：{{产品}}\n正文：\n{{正文}}`,
        note: '限定字数；要求只用原文的数字',
        temperature: '0.2',
        maxTokens: 400,
      },
      {
        prompt: `你是大宗商品资讯编辑。请为下面这篇“{{类别}}”资讯写 80 到 200 字的摘要：先结论，再价格与涨跌，最后库存或成交。${RULES}\n\n标题：{{标题}}\n产品：{{产品}}\n正文：\n{{正文}}`,
        note: '放宽到 200 字，加上库存或成交（待评测）',
        temperature: '0.2',
        maxTokens: 600,
      },
    ],
    questions: [
      {
        title: '建材早报',
        fields: {
          标题: '沪市建筑钢材早报',
          类别: '日报',
          产品: '螺纹钢、盘螺',
          正文: '今日上海市场螺纹钢 HRB400E 20mm 主流报 3,900 元/吨，较昨日涨 20 元/吨；盘螺报 4,120 元/吨，持平。早盘成交一般，午后期货走强，商家挺价意愿增强。库存连续三周下降，本周减少 4.2 万吨。',
        },
      },
    ],
  },
  {
    code: 'article-hint',
    name: '资讯提示语',
    purpose: 'hint',
    remark: '资讯编辑页“AI 提示语”按钮使用',
    published: 2,
    versions: [
      {
        prompt: `请为下面的资讯写一句不超过 30 字的提示语，用在短信和微信的开头，不用感叹号。${RULES}\n\n标题：{{标题}}\n正文：\n{{正文}}`,
        note: '第一版',
        temperature: '0.3',
        maxTokens: 120,
      },
      {
        prompt: `请为下面的资讯写一句不超过 60 字的提示语，推送和短信都用它，不用感叹号，不用表情。${RULES}\n\n标题：{{标题}}\n正文：\n{{正文}}`,
        note: '推送和短信都用，放宽到 60 字',
        temperature: '0.2',
        maxTokens: 160,
      },
      {
        prompt: `请为下面的资讯写一句不超过 60 字的提示语，先写产品和涨跌，推送和短信都用它，不用感叹号，不用表情。${RULES}\n\n标题：{{标题}}\n正文：\n{{正文}}`,
        note: '先写产品和涨跌（待评测）',
        temperature: '0.2',
        maxTokens: 160,
      },
    ],
    questions: [
      {
        title: '电解铜午评',
        fields: {
          标题: '电解铜现货午评',
          正文: '上午长江现货 1# 电解铜报 71,250 元/吨，跌 180 元/吨，升水 40 元/吨。下游按需采购，成交清淡。',
        },
      },
    ],
  },
  {
    code: 'price-consultant',
    name: '价格问答',
    purpose: 'chat',
    remark: 'AI 问答网站的默认助手',
    openings: ['上海螺纹钢今天多少钱一吨？', '和上周比涨了还是跌了？', '最近一周的均价是多少？'],
    published: 2,
    versions: [
      {
        prompt: `今天是 {{日期}}。你是大宗商品价格顾问，回答会员的问题：{{问题}}\n引用价格时写明日期、市场和规格；没有数据就直说没有。`,
        note: '第一版',
        temperature: '0.3',
        maxTokens: 1_200,
      },
      {
        prompt: `今天是 {{日期}}。你是大宗商品价格顾问，回答会员的问题：{{问题}}\n引用价格时写明日期、市场和规格，多个价格用表格列出；没有数据就直说没有，并说明可以看哪个栏目。不给投资建议。`,
        note: '多个价格用表格；不给投资建议',
        temperature: '0.2',
        maxTokens: 1_200,
      },
      {
        prompt: `今天是 {{日期}}。你是大宗商品价格顾问，用不超过三句话回答会员的问题：{{问题}}\n引用价格时写明日期、市场和规格；没有数据就直说没有。不给投资建议。`,
        note: '回答更短，资讯只查近一个月（待评测）',
        temperature: '0.2',
        maxTokens: 600,
        passages: 2,
        passageDays: 30,
      },
    ],
    questions: [
      { title: '螺纹钢价格', fields: { 问题: '今天上海螺纹钢多少钱一吨？和上周比呢？', 日期: '2026-11-25' } },
      { title: '要投资建议', fields: { 问题: '螺纹钢现在该不该囤货？', 日期: '2026-11-25' } },
    ],
  },
  {
    code: 'steel-weekly',
    name: '钢材周报问答',
    purpose: 'chat',
    remark: '只回答钢材周报里的内容，准备中',
    published: 0,
    versions: [
      { prompt: '只根据本周钢材周报回答：{{问题}}', note: '草稿' },
      { prompt: '只根据本周钢材周报回答，周报里没有的直说没有：{{问题}}', note: '没有的直说没有' },
      { prompt: '今天是 {{日期}}。只根据本周钢材周报回答，周报里没有的直说没有：{{问题}}', note: '说明日期' },
    ],
    questions: [],
  },
]

/** A day for each version, before the sessions of the demo; the last one is the newest. */
const agedDays = (today: Date, at: number) => new Date(today.getTime() - (90 - at * 15) * DAY_MS).toISOString()

/** Adds nothing where there are some. */
export async function addAssistants(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, aiAssistants))) return
  const [author] = await tx.select({ id: users.id }).from(users).where(eq(users.userName, 'operator'))
  if (!author) return
  for (const { versions, published, questions, ...assistant } of assistants) {
    const [added] = await tx.insert(aiAssistants).values(assistant).returning({ id: aiAssistants.id })
    const assistantId = added?.id ?? ''
    const prompts = await tx
      .insert(aiPrompts)
      .values(
        versions.map(({ temperature = '0.3', maxTokens = 1_000, ...version }, at) => ({
          ...version,
          ...(assistant.purpose !== 'chat' && { tools: [] }),
          assistantId,
          temperature,
          maxTokens,
          number: at + 1,
          authorId: author.id,
          createdAt: agedDays(today, at),
          launchedAt: at < published ? agedDays(today, at) : null,
        })),
      )
      .returning({ id: aiPrompts.id })
    const publishedId = prompts[published - 1]?.id
    if (publishedId) await tx.update(aiAssistants).set({ publishedId }).where(eq(aiAssistants.id, assistantId))
    if (questions.length > 0) await tx.insert(aiQuestions).values(questions.map((each) => ({ ...each, assistantId })))
  }
}
