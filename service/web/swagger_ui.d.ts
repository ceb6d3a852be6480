// The function that Swagger UI's own script adds to the page.
declare function SwaggerUIBundle(options: {
  url: string;
  dom_id: string;
  deepLinking: boolean;
  displayRequestDuration: boolean;
  tryItOutEnabled: boolean;
  validatorUrl: string | null;
}): void;
