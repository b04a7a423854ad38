// Rules of reading the reports of search engines.
import { describe, expect, it } from 'vitest'
import { isReportHeader, readAmount, readCount, readDevice, readRegion, unfoldReport } from './search-sheets.rules.ts'

const sheets = {
  百度: [
    '日期',
    '账户',
    '推广计划名称',
    '推广单元名称',
    '关键词',
    '展现量',
    '点击量',
    '消费',
    '点击率',
    '平均点击价格',
  ],
  '360': ['日期', '推广账户', '推广计划', '推广组', '关键词', '展示次数', '点击次数', '总费用', '平均排名'],
  搜狗: ['日期', '账户', '推广计划', '推广组', '关键词', '展示数(次)', '点击数(次)', '消耗（元）'],
  必应: [
    'Gregorian date',
    'Account name',
    'Campaign',
    'Ad group',
    'Keyword',
    'Impressions',
    'Clicks',
    'Spend',
    'Avg. position',
  ],
}

describe('a report', () => {
  it.each(Object.entries(sheets))('operations-service-ai.md "columns recognised": %s', (_, header) => {
    const found = unfoldReport(header)
    expect(found?.header.slice(0, 8)).toEqual(['日期', '账号', '计划', '单元', '关键词', '展现量', '点击量', '消费'])
    expect(found?.header.at(-1)).toBe('层级')
    expect(found?.rowsOf(header.map((_, at) => String(at)))[0]?.at(-1)).toBe('关键词')
  })

  it.each([
    [['日期', '账户', '展现', '点击', '花费'], '账号'],
    [['日期', '账户', '计划', '展现', '点击', '花费'], '计划'],
    [['日期', '账户', '计划', '推广单元', '展现', '点击', '花费'], '单元'],
    [['日期', '账户', '计划', '关键词', '搜索词', '展现', '点击', '花费'], '搜索词'],
  ])('operations-service-ai.md "data by account, campaign, group, keyword": %j is of level %s', (header, level) => {
    expect(
      unfoldReport(header)
        ?.rowsOf(header.map(() => '1'))[0]
        ?.at(-1),
    ).toBe(level)
  })

  it('operations-service-ai.md "upsert by source, day and level": leaves lines of totals out and says so', () => {
    const report = unfoldReport(['日期', '账户', '关键词', '展现', '点击', '消费', '点击率'])
    expect(report?.rowsOf(['合计', '', '', '9', '9', '9', '1%'])).toEqual([])
    expect(report?.rowsOf(['--', '总计 - 3', '', '9', '9', '9', '1%'])).toEqual([])
    // a keyword that is called so is one
    expect(report?.rowsOf(['2026-11-01', 'a', '合计', '9', '9', '9', '1%'])).toHaveLength(1)
    expect(report?.notes?.()).toEqual([
      '按表头识别为“关键词”层级的数据。',
      '2 行合计或说明没有导入：合计、总计 - 3。',
      '未使用的列：点击率；比率由合计重新计算。',
    ])
  })

  it('operations-service-ai.md "columns recognised": passes over the lines above its header', () => {
    expect(isReportHeader(['关键词报告'])).toBe(false)
    expect(isReportHeader(['时间范围', '2026-11-01 至 2026-11-30'])).toBe(false)
    expect(isReportHeader(['日期', '点击量'])).toBe(true)
  })

  it('operations-service-ai.md "device, region": an empty cell in such a column is one of its own', () => {
    const report = unfoldReport(['日期', '账户', '设备', '地域', '展现', '点击', '消费'])
    expect(report?.rowsOf(['2026-11-01', 'a', '--', '', '1', '-', '-'])[0]).toEqual([
      ...['2026-11-01', 'a', '其他', '其他', '1', '-', '-', '账号'],
    ])
  })
})

describe('cells', () => {
  it.each([
    ['1,280', 1280],
    ['0', 0],
    ['-', 0],
    ['12.0', 12],
    ['12.5', undefined],
    ['-3', undefined],
    ['many', undefined],
  ])('§5 a count %s is %s', (text, count) => expect(readCount(text)).toBe(count))

  it.each([
    ['1,325.60', '1325.60'],
    ['¥12', '12'],
    ['--', '0'],
    ['0.30000', '0.30'],
    ['0.305', undefined],
    ['5%', undefined],
  ])('§5 an amount %s is %s', (text, amount) => expect(readAmount(text)).toBe(amount))

  it.each([
    ['计算机', 'pc'],
    ['PC端', 'pc'],
    ['移动设备', 'mobile'],
    ['Smartphone', 'mobile'],
    ['', ''],
    ['火星', undefined],
  ])('operations-service-ai.md "device": %s is %s', (text, device) => expect(readDevice(text)).toBe(device))

  it.each([
    ['江苏省', '江苏'],
    ['北京市', '北京'],
    ['广西壮族自治区', '广西'],
    ['内蒙古自治区', '内蒙古'],
    ['香港特别行政区', '香港'],
    ['其他', '其他'],
  ])('operations-service-ai.md "region": %s is %s', (text, region) => expect(readRegion(text)).toBe(region))
})
