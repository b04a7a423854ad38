import { describe, expect, it } from 'vitest'
import { fillPrompt, promptProblem, strangeFigures } from './prompt-text.ts'

describe('operations-service-ai.md "AI": prompt templates with fields', () => {
  it.each([
    ['请概括 {{正文}}', null],
    ['{{标题}}：{{ 正文 }}（{{产品}}）', null],
    ['请概括', '提示词里需要 {{正文}}'],
    ['{{标题}}', '提示词里需要 {{正文}}'],
    ['{{正文}} {{constructor}}', '没有字段“constructor”，可用的是标题、正文、类别、产品'],
    ['{{正文}} {{问题}}', '没有字段“问题”，可用的是标题、正文、类别、产品'],
    ['{{正文}} {{标题', '有一处 {{ 或 }} 没有成对'],
    ['{{正文}} }}', '有一处 {{ 或 }} 没有成对'],
    ['{{{正文}}}', null],
  ])('%s: %s', (prompt, problem) => {
    expect(promptProblem(prompt, 'summary')).toBe(problem)
  })

  it('fills fields once: a text with braces of its own stays a text', () => {
    expect(fillPrompt('{{标题}}\n{{正文}}{{类别}}', { 标题: '{{正文}}', 正文: '$& 平稳' })).toBe('{{正文}}\n$& 平稳')
  })
})

describe('operations-service-ai.md "AI": figures in the answer that stand nowhere in the source are marked', () => {
  const source = '螺纹钢 3,900 元/吨，涨 1.50%，库存 ４５ 万吨'
  it.each([
    ['螺纹钢报 3900 元，涨 1.5%', []],
    ['库存 45 万吨', []],
    ['螺纹钢报 3,910 元，跌 1.5%，库存 45.0 万吨，较 3,910 持平', ['3,910']],
    ['390 与 900', ['390', '900']],
    ['没有数字', []],
  ])('%s: %j', (answer, strange) => {
    expect(strangeFigures(answer, source)).toEqual(strange)
  })
})
