// What of a registration is shown to many people at once, and kept in the audit log.

/** `138****8000`: enough to recognise somebody, too little to call them. */
export const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(7)}`
