// Papers of meetings: the font that they are written in, and the pages that come out.
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { missingCharacters } from './paper-font.ts'
import { type BadgePaper, halvesOf, writePapers } from './papers.pdf.ts'

const badge = (name: string): BadgePaper => ({
  title: '钢铁产业大会',
  name,
  company: '内蒙古自治区包头市钢铁稀土新材料有限责任公司',
  position: '采购总监',
  code: '7Kp3Xv9Qm2Rt8YbN',
})
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

describe('meetings-visits-sharing.md "Papers"', () => {
  it('"characters the font lacks are named before printing": each with who has it; rare family names are there', async () => {
    expect(await missingCharacters(['张䶮', '酆𠅤堃', 'Aärne Ørsted', '买买提·艾力'])).toEqual([])
    expect(await missingCharacters(['王😀', '李😀四', '赵☃︎'])).toMatchObject([
      { character: '😀', names: ['王😀', '李😀四'] },
      { names: ['赵☃︎'] },
    ])
  })

  it('ten badges to a page, two folded name cards, one table card', async () => {
    const badges = Array.from({ length: 21 }, (_, at) => badge(`来宾${at}`))
    const drawn: number[] = []
    const pdf = await buffer(await writePapers({ kind: 'badges', rows: badges }, '胸牌', (done) => drawn.push(done)))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(3)
    expect(drawn).toEqual([10, 20, 21])
    // TrueType outlines, embedded as a subset
    expect(pdf.toString('latin1')).toMatch(/\/FontFile2 .*|\/Subtype \/CIDFontType2/)
    const cards = await buffer(await writePapers({ kind: 'nameCards', rows: badges.slice(0, 3) }, '桌签'))
    expect(pagesOf(cards)).toBe(2)
    const guests = Array.from({ length: 20 }, (_, at) => `来宾${at} 甲钢厂`)
    const table = { title: '答谢晚宴', table: '主宾区 1 桌', guests }
    expect(pagesOf(await buffer(await writePapers({ kind: 'tableCards', rows: [table, table] }, '台卡')))).toBe(2)
  })

  it('a long name is parted at a gap near its middle, and nothing of it is lost', () => {
    expect(halvesOf('Christopher Montgomery-Featherstone')).toEqual(['Christopher Montgomery-', 'Featherstone'])
    expect(halvesOf('阿布都热合曼·买买提艾力')).toEqual(['阿布都热合曼·', '买买提艾力'])
    expect(halvesOf('江苏稷熠玻璃有限公司')).toEqual(['江苏稷熠玻', '璃有限公司'])
    expect(halvesOf('李 欧阳娜娜先生大人'), 'a gap far from it').toEqual(['李 欧阳娜', '娜先生大人'])
    expect(halvesOf('')).toEqual(['', ''])
  })

  it('an end that is asked for while drawing ends the file', async () => {
    const stop = () => {
      throw new Error('cancelled')
    }
    const doc = await writePapers({ kind: 'badges', rows: [badge('来宾')] }, '胸牌', stop)
    await expect(buffer(doc)).rejects.toThrow('cancelled')
  })
})
