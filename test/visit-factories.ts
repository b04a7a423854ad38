// What is heard at visits, for tests.

/** As a report sends it: the price of a product, with tax. */
export const heardOf = (productId: string, changes: object = {}) => ({
  productId,
  priceLow: '3850',
  priceHigh: '3900',
  unit: '',
  hasTax: true,
  delivery: '自提',
  stock: '约 2 万吨',
  rate: 85,
  mood: 'down' as const,
  remark: '',
  isConfidential: false,
  ...changes,
})
