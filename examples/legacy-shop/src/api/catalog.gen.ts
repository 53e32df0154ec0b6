// Generated from catalog.proto. Do not edit.
export interface CatalogRequest {
  page: number;
  sentAt: number;
}

export const catalogRequest = (page: number): CatalogRequest => ({ page, sentAt: new Date().getTime() });
