import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aliases } from '#contract/access.ts'
import { subProducts } from '#contract/sub-products.ts'
import { menuRows } from './menus.ts'

const byCode = new Map(menuRows.map((row) => [row.code, row]))
const pages = menuRows.filter((row) => row.type === 2)
const buttonsOf = (code: string) => menuRows.filter((row) => row.type === 3 && row.parentCode === code)
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)

/** Routes of spec §2 that are pages of the menu; forms and details are below one of them. */
const specPages = [
  '/home',
  '/userControl/accountCenter/loginFail',
  '/userControl/accountCenter/userSubsidiaryAccount',
  '/data/goodsManage/goodsProcessVariable',
  '/data/priceService/searchData',
  '/data/actciles/setArticlePublishingStandards',
  '/data/actciles/template',
  '/data/actciles/sms/components/smsClassAttr',
  '/data/actciles/sms/components/smsClassLoad',
  '/data/actciles/sms/components/smsListPush',
  '/application/oilGas/moduleHistory',
  '/application/oilGas/account/grantChange',
  '/application/oilGas/account/appAccountLog',
  '/application/oilGas/list/authorizationRules',
  '/application/zhouzeyanjiu/appAccountLog',
  '/application/zhouzeyanjiu/grantChange',
  '/application/zhouzeyanjiu/info/manualEntry',
  '/application/bigData/appAccountLog',
  '/application/bigData/grantChange',
  '/application/bigData/subsidiaryAccount',
  '/application/bigData/emailPushReport',
  '/application/bigData/systemLog/component/grantChange',
  '/application/bigData/systemLog/thirdPower',
  '/application/bigDataEnglish/appAccountLog',
  '/application/bigDataEnglish/grantChange',
  '/application/bigDataEnglish/subsidiaryAccount',
  '/application/gangtie/account/info',
  '/application/gangtie/account/log',
  '/application/gangtie/price/priceDiffAdd',
  '/application/apiDate/account/info',
  '/application/officialWebsite/user/grantChange',
  '/application/officialWebsite/user/emailPushTransactionPrice',
  '/application/officialWebsite/quickAuthorization',
  '/application/officialWebsite/systemLog/userLog',
  '/application/officialWebsite/systemLog/visitsInfo',
  '/application/overseasEnglishStation/user/grantChange',
  '/application/overseasEnglishStation/systemLog/userLog',
  '/application/englishOfficialWebsite/user/grantChange',
  '/application/englishOfficialWebsite/systemLog/userLog',
  '/application/visitingAssistants/visitRecord',
  '/application/visitingAssistants/enterpriseManageme',
  '/application/shareArticlesOnWeChat',
  '/application/meetingExhibition/managementMeeting',
  '/application/bigDataChinese/account/grantChange',
  '/application/bigDataChinese/account/subsidiaryAccount',
  '/application/bigDataChinese/account/appAccountLog',
  '/application/appApplicationManagement/account/grantChange',
  '/application/appApplicationManagement/account/appAccountLog',
  '/application/appApplicationManagement/orderManagement',
  '/application/embedManager/member/grantChange/bigData',
  '/application/embedManager/member/grantChange/officialWebsite',
  '/application/embedManager/permission',
  '/application/multisourceData/account/appAccountLog',
  '/application/multisourceData/account/grantChange',
  '/application/others/customizedReportManagement',
  '/application/aiWeb/account/grantChange',
  '/application/aiWeb/account/operationLog',
  '/application/aiWeb/session',
  '/application/aiWeb/assistant',
  '/dataMonitoring/visualization/dataToBeUpdatedToday',
  '/dataMonitoring/templateManagement/batchSettings',
  '/dataMonitoring/templateManagement/articleSettings',
  '/operate/SemDeta',
  '/operate/SemSearch',
  '/operate/SemDetail',
  '/operate/RegistrationServiceStatistics',
  '/userControl/customerManagement/customerList',
  '/userControl/customerManagement/contactRanking',
]

/** The other pages that were decided for the product. */
const decidedPages = [
  ...['userList', 'department', 'onlineUsers', 'visitLog'].map((name) => `/userControl/accountCenter/${name}`),
  ...['followUp', 'complaint', 'registration', 'accountSignals'].map(
    (name) => `/userControl/customerManagement/${name}`,
  ),
  ...['role', 'menu', 'staff', 'productAuthorisation', 'categoryAuthorisation'].map((name) => `/permission/${name}`),
  ...['category', 'product', 'region'].map((name) => `/data/goodsManage/${name}`),
  ...['price', 'priceReview', 'quoteItem', 'series'].map((name) => `/data/priceService/${name}`),
  ...['batchAdd', 'batchEdit', 'englishRemark'].map((name) => `/data/priceService/price/${name}`),
  ...['articles', 'articlesEnglish', 'newsCategory', 'newsReview'].map((name) => `/data/actciles/${name}`),
  '/application/oilGas/quickAuthorization',
  '/application/integration',
  ...['templates', 'calendars'].map((name) => `/dataMonitoring/templateManagement/${name}`),
  ...['announcement', 'auditLog', 'clientLog', 'jobs', 'messages', 'apiKeys', 'dictionary'].map(
    (name) => `/system/${name}`,
  ),
]

describe('§2 menu tree', () => {
  test.each([...specPages, ...decidedPages])('§2 %s is a page of the menu', (path) => {
    expect(pages.map((row) => row.path)).toContain(path)
  })

  test('§2 nothing else is a page but the account lists of the sub-products and the partners', () => {
    const listed = new Set([...specPages, ...decidedPages])
    const others = pages.filter((row) => !listed.has(row.path)).map((row) => row.code)
    const accounts = subProducts
      .map(({ key }) => `${key}.accounts`)
      .filter((code) => !listed.has(byCode.get(code)?.path ?? ''))
    expect(others.toSorted()).toEqual([...accounts, 'embed.partners'].toSorted())
  })

  test('§2 the eight top menus are in order', () => {
    const top = menuRows.filter((row) => row.parentCode === null)
    expect(top.map((row) => row.path)).toEqual([
      '/home',
      '/userControl',
      '/permission',
      '/data',
      '/application',
      '/dataMonitoring',
      '/operate',
      '/system',
    ])
  })

  test('§2 every sub-product has a directory with its pages', () => {
    expect(subProducts).toHaveLength(14)
    for (const { key, prefix, title, pages: own } of subProducts) {
      expect(byCode.get(key)).toMatchObject({ type: 1, name: title, path: `/application/${prefix}` })
      expect(menuRows.filter((row) => row.parentCode === key)).toHaveLength(Object.keys(own).length)
    }
  })

  test('§3 codes are unique, and so are the paths of directories and pages', () => {
    expect(repeated(menuRows.map((row) => row.code))).toEqual([])
    expect(repeated(menuRows.filter((row) => row.type !== 3).map((row) => row.path))).toEqual([])
  })

  test('§3 every parent exists before its children, and may have them', () => {
    const seen = new Map<string, number>()
    for (const { code, type, parentCode } of menuRows) {
      const parent = parentCode === null ? 1 : seen.get(parentCode)
      expect(type === 3 ? [2] : [1, 2], code).toContain(parent)
      seen.set(code, type)
    }
  })

  test('§3 paths are absolute and below the path of their parent', () => {
    for (const { path, parentCode, code, type } of menuRows) {
      if (type === 3) expect(path, code).toBe('')
      else expect(path, code).toMatch(/^(\/[A-Za-z]+)+$/)
      const parent = parentCode === null ? undefined : byCode.get(parentCode)
      if (parent && type !== 3) expect(path, code).toMatch(new RegExp(`^${parent.path}/`))
    }
  })

  test('sub-products have distinct icons: no two are of one family', () => {
    const families = subProducts.map(({ key }) => {
      const { source = '' } = menuRows.find(({ code }) => code === key) ?? {}
      return source.match(/[A-Z][a-z]+/)?.[0]
    })
    expect(new Set(families).size).toBe(subProducts.length)
  })

  test('§3 directories and pages have an icon that exists, buttons have none', () => {
    const icons = join(
      dirname(createRequire(import.meta.url).resolve('@ant-design/icons/package.json')),
      'lib',
      'icons',
    )
    for (const { source, type, code } of menuRows) {
      if (type === 3) expect(source, code).toBe('')
      else expect(existsSync(join(icons, `${source}.js`)), `${code}: ${source}`).toBe(true)
    }
  })

  test('§4 the pages under price that the browser takes out of the menu are rows below it', () => {
    const below = menuRows.filter((row) => row.type === 2 && row.parentCode === 'price')
    expect(below.map((row) => row.code)).toEqual(['priceBatchAdd', 'priceBatchEdit', 'priceEnglishRemark'])
    expect(below.every((row) => !row.isCached)).toBe(true)
  })
})

describe('§6 buttons', () => {
  test.each(aliases)('§6 %s is a button somewhere', (alias) => {
    expect(menuRows.some((row) => row.alias === alias)).toBe(true)
  })

  test('§6 every page has the button view, first', () => {
    expect(pages.filter((row) => buttonsOf(row.code)[0]?.alias !== 'view').map((row) => row.code)).toEqual([])
  })

  test('§6 a button is named by its page and its alias, once', () => {
    for (const row of menuRows.filter((each) => each.type === 3)) {
      expect(row.code).toBe(`${row.parentCode}.${row.alias}`)
      expect(row.name).not.toBe('')
    }
  })

  test('§7 the buttons that calls check are on their pages', () => {
    const expected = {
      userList: [
        'view',
        'add',
        'edit',
        'delete',
        'disable',
        'open',
        'lock',
        'unLock',
        'setPassword',
        'setRole',
        'empower',
        'batchEmpower',
        'association',
        'unbinding',
        'leadingIn',
        'exportBtn',
      ],
      role: ['view', 'empower'],
      onlineUsers: ['clear'],
      visitLog: ['view'],
      region: ['view', 'add', 'edit', 'delete'],
    }
    for (const [menu, wanted] of Object.entries(expected)) {
      expect(
        buttonsOf(menu).map((row) => row.alias),
        menu,
      ).toEqual(expect.arrayContaining(wanted))
    }
  })
})
