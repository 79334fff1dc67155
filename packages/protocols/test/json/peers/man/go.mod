module man-json

go 1.25
